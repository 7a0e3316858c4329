import { isDeepStrictEqual } from 'node:util'
import test from 'ava'
import fc from 'fast-check'
import type { ImportedEntry } from '../../../../plugin/contacts/format/imported.ts'
import { readContactFile } from '../../../../plugin/contacts/format/read-file.ts'
import { readCards } from '../../../../plugin/contacts/format/vcard/read-card.ts'
import { writeCard } from '../../../../plugin/contacts/format/vcard/write-card.ts'
import { anyContact } from '../../../support/contacts/contact-arbitrary.ts'

function read(text: string, encoding: BufferEncoding = 'utf8'): readonly ImportedEntry[] {
  return [...readCards(Buffer.from(text, encoding))]
}

function contactOf(text: string, encoding?: BufferEncoding) {
  const [entry] = read(text, encoding).filter(({ kind }) => kind === 'contact')
  if (entry?.kind !== 'contact') throw new Error('no contact was read')
  return entry.entry.contact
}

const card = (version: string, ...lines: readonly string[]) =>
  ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD', ''].join('\r\n')

test('what is written as vCard 4.0 is read again as the same contact', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(anyContact, (contact) => {
        const [entry, ...others] = read(writeCard(contact))
        return (
          others.length === 0 &&
          entry?.kind === 'contact' &&
          isDeepStrictEqual(entry.entry.contact, contact)
        )
      }),
    ),
  )
})

test('a line of a written card has at most 75 octets', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(anyContact, (contact) =>
        writeCard(contact)
          .split('\r\n')
          .every((line) => Buffer.byteLength(line) <= 75),
      ),
    ),
  )
})

test('vCard 2.1 is read with its quoted-printable, its charsets and its bare types', (t) => {
  const contact = contactOf(
    card(
      '2.1',
      'N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg',
      'FN;CHARSET=UTF-8;QUOTED-PRINTABLE:J=C3=B6rg =',
      'M=C3=BCller',
      'TEL;WORK;FAX:+49 1',
      'NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo C:\\new',
    ),
  )

  const { name, family, given, phones, note } = contact
  t.deepEqual(
    { name, family, given, phones, note },
    {
      name: 'Jörg Müller',
      family: 'Müller',
      given: 'Jörg',
      phones: [{ number: '+49 1', label: 'fax' }],
      note: 'one\ntwo C:\\new',
    },
  )
})

test('vCard 3.0 is read with its groups, types and folded lines', (t) => {
  const contact = contactOf(
    card(
      '3.0',
      'FN:Ada \r\n Lovelace',
      'item1.EMAIL;TYPE=INTERNET:other@example.test',
      'item1.X-ABLabel:_$!<Other>!$_',
      'EMAIL;TYPE="INTERNET,HOME,PREF":ada@EXAMPLE.test',
      'ADR;TYPE=HOME:;;1 Street\\nRear;London;;N1;UK',
      'BDAY:1815-12-10T00:00:00Z',
      'CATEGORIES:Friends,Ma\\,ths,myContacts',
    ),
  )

  const { name, emails, addresses, birthday, groups } = contact
  t.deepEqual(
    { name, emails, street: addresses[0]?.street, birthday, groups },
    {
      name: 'Ada Lovelace',
      emails: [
        { address: 'ada@example.test', label: 'home' },
        { address: 'other@example.test', label: 'other' },
      ],
      street: '1 Street\nRear',
      birthday: '1815-12-10',
      groups: ['Friends', 'Ma,ths'],
    },
  )
})

test('a line folded inside of a UTF-8 character is whole again', (t) => {
  t.is(
    contactOf('BEGIN:VCARD\nVERSION:3.0\nFN:Z\xc3\n \xbcrich\nEND:VCARD', 'latin1').name,
    'Zürich',
  )
})

test('a bad entry is told with its line, and the others are kept', (t) => {
  const entries = read(
    [
      card('3.0', 'FN:First'),
      'some text\r\n',
      card('3.0', 'NOTE:nobody'),
      card(
        '3.0',
        'FN:Second',
        'no property',
        'EMAIL:not an address',
        'BDAY:soon',
        'PHOTO:http://x',
      ),
      'BEGIN:VCARD\r\nFN:Cut',
    ].join(''),
  )

  t.deepEqual(
    entries.map((entry) =>
      entry.kind === 'contact'
        ? entry.entry.contact.name
        : [entry.problem.line, entry.problem.code, entry.problem.about],
    ),
    [
      'First',
      [5, 'text_outside_cards', 'some text'],
      [6, 'entry_empty', ''],
      [13, 'line_left_out', 'no property'],
      [14, 'email_left_out', 'not an address'],
      [15, 'birthday_left_out', 'soon'],
      [16, 'photo_left_out', 'http://x'],
      'Second',
      [18, 'card_not_ended', ''],
      'Cut',
    ],
  )
})

test('a picture is what its bytes are, and no more than a picture may be', (t) => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(50)])
  const photo = (content: Buffer) =>
    read(card('3.0', 'FN:Ada', `PHOTO;ENCODING=b;TYPE=JPEG:${content.toString('base64')}`))

  const read1 = photo(png)[0]
  t.is(read1?.kind === 'contact' && read1.entry.photo?.type, 'image/png')
  for (const content of [Buffer.from('<svg/>'), Buffer.concat([png, Buffer.alloc(200_000)])]) {
    const [problem, entry] = photo(content)
    t.is(problem?.kind === 'problem' && problem.problem.code, 'photo_left_out')
    t.is(entry?.kind === 'contact' && entry.entry.photo, undefined)
  }
})

test('any bytes are read without an exception', (t) => {
  const pieces = fc.constantFrom(
    'BEGIN:VCARD',
    'END:VCARD',
    'VERSION:2.1',
    'FN:a',
    'AGENT:',
    '=',
    ' x',
    ';:"',
    'N;ENCODING=QUOTED-PRINTABLE:=',
  )
  const file = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 20 })

  t.notThrows(() =>
    fc.assert(
      fc.property(file, (lines) => read(lines.join('\r\n')).length <= lines.length * 2 + 2),
    ),
  )
})

test('a card that is a group puts its members into it, and is no one itself', async (t) => {
  const file = Buffer.from(
    [
      card('4.0', 'KIND:group', 'FN:Choir', 'MEMBER:urn:uuid:A-1', 'MEMBER:urn:uuid:gone'),
      card('3.0', 'FN:Ann', 'UID:a-1', 'CATEGORIES:Family'),
      card('3.0', 'FN:Bob', 'UID:urn:uuid:b-2'),
      card(
        '3.0',
        'FN:Rowing',
        'X-ADDRESSBOOKSERVER-KIND:group',
        'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:b-2',
      ),
    ].join(''),
  )

  const { contacts, problems } = await readContactFile(file, { maxEntries: 10 })

  t.deepEqual(
    contacts.map(({ contact: { name, groups } }) => ({ name, groups })),
    [
      { name: 'Ann', groups: ['Family', 'Choir'] },
      { name: 'Bob', groups: ['Rowing'] },
    ],
  )
  t.deepEqual(problems, [])
})
