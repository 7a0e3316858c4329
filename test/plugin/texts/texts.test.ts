import { readFileSync } from 'node:fs'
import test from 'ava'
import { languages, type Language } from '../../../plugin/language/language.ts'
import en from '../../../plugin/texts/en.ts'
import { serverTexts } from '../../../plugin/texts/server-texts.ts'
import { firstTexts } from '../../../plugin/web/texts/first-texts.ts'
import { laterTexts } from '../../../plugin/web/texts/later-texts.ts'
import { faultsOf, messagesIn } from '../../support/texts/message-faults.ts'

for (const language of languages) {
  test(`no text is missing, superfluous, or given other values than in English: ${language}`, (t) => {
    t.deepEqual(faultsOf(messagesIn(en), messagesIn(fileOf(language)), language), [])
  })
}

test('what a translator gets wrong is named', (t) => {
  const english = new Map([
    ['moved', '{count, plural, one {# message} other {# messages}} moved to {folder}'],
    ['sent', 'Sent'],
    ['size', '{total, number}'],
  ])
  const polish = new Map([
    ['moved', 'Przeniesiono {count, plural, one {# wiadomość} few {# wiadomości}} do {place}'],
    ['sent', ' Wysłane'],
    ['seen', 'Przeczytane'],
  ])

  t.deepEqual(faultsOf(english, polish, 'pl'), [
    'size: missing',
    'seen: not in English',
    'moved: {count, plural} lacks many, other',
    'moved: values count, place; in English count, folder',
    'sent: begins or ends with a space, or is empty',
  ])
})

test('a brace without its other one, and a form that the language has not, are named', (t) => {
  const english = new Map([
    ['a', 'To {name}'],
    ['b', '{count, plural, one {# day} other {# days}}'],
  ])
  const japanese = new Map([
    ['a', '{name へ'],
    ['b', '{count, plural, one {# 日} other {# 日}}'],
  ])

  t.deepEqual(faultsOf(english, japanese, 'ja'), [
    'a: braces that belong to nothing',
    'a: values ; in English name',
    'b: {count, plural} has one, which ja has not',
  ])
})

test('names from left to right stand apart in Arabic, and in other languages as they are', async (t) => {
  const { contacts, settings } = await laterTexts.ar()
  const [arabic, english] = [(await firstTexts.ar()).page, (await firstTexts.en()).page]
  const name = 'Ann (Sales)'
  const apart = '\u2068Ann (Sales)\u2069'

  t.true(arabic.folderMenu({ name }).endsWith(apart))
  t.true(contacts.removed({ name }).includes(apart))
  t.true(settings.editIdentity({ name }).includes(apart))
  t.false(arabic.moved({ count: 3, folder: '' }).includes('\u2068'))
  t.is(english.folderMenu({ name: 'Ann' }), 'Actions for Ann')
})

test('21 parts that are not shown are no single one in Ukrainian', async (t) => {
  const { partsLeftOut } = (await firstTexts.uk()).page

  t.deepEqual(
    [1, 21, 22, 25].filter((count) => !partsLeftOut({ count }).endsWith('щоб мати все.')),
    [],
  )
})

test('the server says a number as the language writes it', (t) => {
  t.regex(serverTexts('de').archive.leftOut({ parts: 1_234 }), /^1\.234 weitere Teile/)
  t.regex(serverTexts('en').archive.leftOut({ parts: 1 }), /^1 more part of this message is /)
})

function fileOf(language: Language): object {
  if (language === 'en') return en
  const file = new URL(`../../../plugin/texts/${language}.json`, import.meta.url)
  const texts: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof texts !== 'object' || texts === null) throw new Error(`${language} has no texts`)
  return texts
}
