import test from 'ava'
import { formatMessage, type MessageFormat } from '../../../plugin/texts/message.ts'

test('each plural form of Polish, Ukrainian and Arabic is taken', (t) => {
  const slavic = '{n, plural, one {a} few {b} many {c} other {d}}'
  const arabic = '{n, plural, zero {0} one {1} two {2} few {f} many {m} other {o}}'
  const say = (message: string, language: string, numbers: readonly number[]) =>
    numbers.map((n) => formatMessage(message, { n }, formatOf(language))).join('')

  t.is(say(slavic, 'pl', [1, 2, 5, 12, 21, 22, 25, 1.5]), 'abcccbcd')
  t.is(say(slavic, 'uk', [1, 2, 5, 12, 21, 22, 25, 1.5]), 'abccabcd')
  t.is(say(arabic, 'ar', [0, 1, 2, 3, 11, 100]), '012fmo')
})

test('a form for one number goes before that of the language', (t) => {
  const message = '{n, plural, =0 {none} =1 {one alone} one {#} few {#} many {#} other {#}}'

  t.is(formatMessage(message, { n: 0 }, formatOf('uk')), 'none')
  t.is(formatMessage(message, { n: 1 }, formatOf('uk')), 'one alone')
  t.is(formatMessage(message, { n: 21 }, formatOf('uk')), '21')
})

test('a form that is missing is that of other', (t) => {
  t.is(formatMessage('{n, plural, other {# items}}', { n: 1 }, formatOf('en')), '1 items')
})

test('numbers are written as the language does, within and beside a plural', (t) => {
  const message =
    '{name}: {n, plural, one {# Brief in {name}} other {# Briefe in {name}}}, {all, number}'
  const values = { name: 'Post', n: 1_234, all: 56_789 }

  t.is(formatMessage(message, values, formatOf('de')), 'Post: 1.234 Briefe in Post, 56.789')
})

test('what is in a value is no part of the message', (t) => {
  const message = '{n, plural, one {# in {name}} other {# in {name}}} {name}'

  t.is(formatMessage(message, { n: 1, name: '#{n}$&' }, formatOf('en')), '1 in #{n}$& #{n}$&')
})

function formatOf(language: string): MessageFormat {
  const plurals = new Intl.PluralRules(language)
  return {
    pluralForm: (value) => plurals.select(value),
    number: (value) => value.toLocaleString(language),
    isolate: (text) => text,
  }
}
