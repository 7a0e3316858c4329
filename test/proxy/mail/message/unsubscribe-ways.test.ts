import test from 'ava'
import { unsubscribeWays } from '../../../../proxy/mail/message/unsubscribe-ways.ts'

const headerOf = (list: string, ...fields: readonly string[]) =>
  [`List-Unsubscribe: ${list}`, ...fields, ''].join('\r\n')

const ONE_CLICK = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'

test('a single POST comes first, and the page and the mail are there as well', (t) => {
  const list = '<mailto:off@l.test?subject=Leave%20it>,\r\n\t<https://l.test/off?a=1>'

  t.deepEqual(unsubscribeWays(headerOf(list, ONE_CLICK)), [
    { kind: 'post', url: 'https://l.test/off?a=1' },
    { kind: 'mail', to: 'off@l.test', subject: 'Leave it', body: '' },
    { kind: 'page', url: 'https://l.test/off?a=1' },
  ])
})

test('without the promise of a single POST the sender has the order', (t) => {
  const kinds = (list: string, ...fields: readonly string[]) =>
    unsubscribeWays(headerOf(list, ...fields)).map(({ kind }) => kind)

  t.deepEqual(kinds('<https://l.test/>, <mailto:off@l.test>'), ['page', 'mail'])
  t.deepEqual(kinds('<mailto:off@l.test>, <https://l.test/>'), ['mail', 'page'])
  t.deepEqual(kinds('<https://l.test/>', 'List-Unsubscribe-Post: Maybe'), ['page'])
  t.deepEqual(kinds('<mailto:off@l.test>', ONE_CLICK), ['mail'])
})

test('an address that was folded is one', (t) => {
  t.deepEqual(unsubscribeWays(headerOf('<https://l.test/\r\n off>')), [
    { kind: 'page', url: 'https://l.test/off' },
  ])
})

test('of a mail the recipient, subject and text are taken, and nothing that a sender could add to them', (t) => {
  const list =
    '<mailto:off@l.test?body=a%0D%0Ab+c&SUBJECT=x%0D%0ABcc:%20eve@e.test&bcc=eve@e.test&cc=eve@e.test>'

  t.deepEqual(unsubscribeWays(headerOf(list)), [
    { kind: 'mail', to: 'off@l.test', subject: 'x Bcc: eve@e.test', body: 'a\nb+c' },
  ])
})

for (const [what, list] of [
  ['plain HTTP', '<http://l.test/>'],
  ['a script', '<javascript:alert(1)>'],
  ['a name and a password', '<https://ann:secret@l.test/>'],
  ['no brackets', 'https://l.test/'],
  ['no URL', '<https://>'],
  ['a mail to two', '<mailto:off@l.test,eve@e.test>'],
  ['a mail with a line break in its address', '<mailto:off@l.test%0D%0ARCPT>'],
  ['a mail that is not encoded', '<mailto:%ZZ>'],
  ['an endless address', `<https://l.test/${'a'.repeat(5_000)}>`],
] as const) {
  test(`${what} is no way to leave a list`, (t) => {
    t.deepEqual(unsubscribeWays(headerOf(list, ONE_CLICK)), [])
  })
}

test('a message that names no list has none, and one that names many has few', (t) => {
  t.deepEqual(unsubscribeWays('Subject: <https://l.test/>\r\n'), [])
  t.is(unsubscribeWays(headerOf(Array(500).fill('<https://l.test/>').join(','))).length, 5)
})
