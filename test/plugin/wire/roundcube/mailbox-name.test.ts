import fc from 'fast-check'
import test from 'ava'
import {
  decodeMailboxName,
  encodeMailboxName,
} from '../../../../plugin/wire/roundcube/mailbox-name.ts'

const pairs = [
  ['INBOX', 'INBOX'],
  ['Projekte über', 'Projekte &APw-ber'],
  ['R&D', 'R&-D'],
  ['~peter/mail/台北/日本語', '~peter/mail/&U,BTFw-/&ZeVnLIqe-'],
  ['Entwürfe 📬', 'Entw&APw-rfe &2D3c7A-'],
] as const

for (const [name, encoded] of pairs) {
  test(`${name} is ${encoded}`, (t) => {
    t.is(encodeMailboxName(name), encoded)
    t.is(decodeMailboxName(encoded), name)
  })
}

test('every name survives encoding and decoding', (t) => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (name) => decodeMailboxName(encodeMailboxName(name)) === name,
    ),
  )
  t.pass()
})

for (const text of ['über', 'a&', '&AGE-', '&APw', '&====-', '&A-', 'Projekte &APw-\u0007']) {
  test(`${JSON.stringify(text)} is no modified UTF-7`, (t) => {
    t.is(decodeMailboxName(text), undefined)
  })
}
