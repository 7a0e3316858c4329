import test from 'ava'
import fc from 'fast-check'
import { patchCard } from '../../../../plugin/contacts/format/vcard/patch-card.ts'
import { readCards } from '../../../../plugin/contacts/format/vcard/read-card.ts'
import { writeCard } from '../../../../plugin/contacts/format/vcard/write-card.ts'
import { anyContact } from '../../../support/contacts/contact-arbitrary.ts'

test('a card that was changed says what the contact says, whatever it said before', (t) => {
  const versions = fc.constantFrom('3.0' as const, '4.0' as const)
  fc.assert(
    fc.property(anyContact, anyContact, versions, (before, after, version) => {
      const text = patchCard(writeCard(before, undefined, { version }), after, undefined) ?? ''

      const [read] = [...readCards(Buffer.from(text))]
      const contact = read?.kind === 'contact' ? { ...read.entry.contact, uid: after.uid } : read
      return JSON.stringify(contact) === JSON.stringify(after)
    }),
  )
  t.pass()
})

test('addresses beyond those that a contact holds stay on the card', (t) => {
  const emails = Array.from({ length: 40 }, (_, at) => `EMAIL:ada${at}@example.org`)
  const text = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ada', ...emails, 'END:VCARD', ''].join('\r\n')
  const [read] = [...readCards(Buffer.from(text))]
  const contact = read?.kind === 'contact' ? read.entry.contact : undefined

  const fewer = contact && { ...contact, emails: contact.emails.slice(1) }
  const patched = fewer && patchCard(text, fewer, undefined)

  t.deepEqual(
    patched?.split('\r\n').filter((line) => line.startsWith('EMAIL')),
    emails.slice(1),
  )
})

test('properties that a contact has no place for stay as they are', (t) => {
  const lines = [
    'IMPP;TYPE=home:xmpp:ada@x.test',
    'item1.ADR:;;Street;;;;',
    'item1.X-ABLABEL:Tower',
  ]
  const text = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ada', 'N:;;;;', ...lines, 'END:VCARD', ''].join(
    '\r\n',
  )
  const [read] = [...readCards(Buffer.from(text))]
  const contact = read?.kind === 'contact' ? read.entry.contact : undefined

  const patched = contact && patchCard(text, { ...contact, name: 'Ada King' }, undefined)

  t.is(patched?.split('\r\n').filter((line) => lines.includes(line)).length, 3)
  t.regex(patched ?? '', /^FN:Ada King$/m)
})
