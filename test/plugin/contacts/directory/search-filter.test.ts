import test from 'ava'
import fc from 'fast-check'
import { FilterParser } from 'ldapts'
import {
  escapeFilterValue,
  searchFilter,
} from '../../../../plugin/contacts/directory/search-filter.ts'

const contacts = { filter: '(mail=*)', names: ['cn'], addresses: ['mail'] }

test('all words of what was typed have to begin a word of a name or an address', (t) => {
  t.is(
    searchFilter('ada ki', contacts),
    '(&(mail=*)(|(cn=ada*)(cn=* ada*)(mail=ada*))(|(cn=ki*)(cn=* ki*)(mail=ki*)))',
  )
  t.is(searchFilter('  ', contacts), '(mail=*)')
})

test('what has a meaning in a filter stands for itself (RFC 4515 3)', (t) => {
  t.is(escapeFilterValue('a*(b)\\\0'), 'a\\2a\\28b\\29\\5c\\00')
})

test('whatever is typed stays within its value', (t) => {
  const shape = (typed: string) =>
    FilterParser.parseString(searchFilter(typed, contacts))
      .toString()
      .replace(/=[^()]*/g, '=')
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => /^\S+$/.test(text))
  fc.assert(fc.property(word, (typed) => shape(typed) === shape('a')))
  t.pass()
})
