import fc from 'fast-check'
import test from 'ava'
import {
  decodeModifiedUtf7,
  encodeModifiedUtf7,
  inboxPrefixOf,
  mailboxName,
} from '../../../../proxy/mail/model/mailbox-name.ts'

const pairs = [
  ['INBOX', 'INBOX'],
  ['Projekte über', 'Projekte &APw-ber'],
  ['R&D', 'R&-D'],
  ['~peter/mail/台北/日本語', '~peter/mail/&U,BTFw-/&ZeVnLIqe-'],
  ['Entwürfe 📬', 'Entw&APw-rfe &2D3c7A-'],
] as const

for (const [name, encoded] of pairs) {
  test(`${name} is ${encoded}`, (t) => {
    t.is(encodeModifiedUtf7(name), encoded)
    t.is(decodeModifiedUtf7(encoded), name)
  })
}

test('every name survives encoding and decoding', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const encoded = encodeModifiedUtf7(name)
      return decodeModifiedUtf7(encoded) === name && /^[\x20-\x7e]*$/.test(encoded)
    }),
  )
  t.pass()
})

for (const text of ['über', 'a&', '&APw', '&====-', '&A-']) {
  test(`${text} is no modified UTF-7 and stays as it is`, (t) => {
    t.is(decodeModifiedUtf7(text), text)
  })
}

test('INBOX has one spelling, and no other name has', (t) => {
  for (const text of ['inbox', 'Inbox', 'INBOX']) t.is(mailboxName(text), 'INBOX')
  // Unicode has a letter whose capital is an I.
  for (const text of ['ınbox', 'inbox.Work', 'Inboxes', 'trash', '']) {
    t.is<string, string>(mailboxName(text), text)
  }
})

test('what is below INBOX has one spelling where the server keeps everything there', (t) => {
  const prefix = inboxPrefixOf({ personal: [['INBOX.', '.']] })

  t.is<string, string>(mailboxName('inbox.Work.inbox.', prefix), 'INBOX.Work.inbox.')
  t.is<string, string>(mailboxName('Inbox/Work', prefix), 'Inbox/Work')
  t.is<string, string>(mailboxName('Work', prefix), 'Work')
  t.is<string, string>(mailboxName('ınbox.Work', prefix), 'ınbox.Work')
  t.is(mailboxName('inbox', prefix), 'INBOX')
})

for (const personal of [
  null,
  [],
  [['', '/']],
  [['INBOX', '']],
  [['Mail/', '/']],
  [['INBOXES/', '/']],
] as const) {
  test(`names below INBOX are like any other with the namespace ${JSON.stringify(personal)}`, (t) => {
    t.is(inboxPrefixOf({ personal }), undefined)
  })
}
