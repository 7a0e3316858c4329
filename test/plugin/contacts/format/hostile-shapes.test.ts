import test from 'ava'
import { isPlainXml } from '../../../../plugin/contacts/carddav/server/xml-bounds.ts'
import { readContactFile } from '../../../../plugin/contacts/format/read-file.ts'
import { CONTACT_LIMITS } from '../../../../plugin/contacts/contact-limits.ts'

// What took minutes each, and held everybody: with the square of their length none of them ends in time.
const WAIT_MS = 30_000

function read(text: string) {
  return readContactFile(Buffer.from(text), { maxEntries: 20_000 })
}

function card(...lines: readonly string[]): string {
  return ['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ada', ...lines, 'END:VCARD', ''].join('\n')
}

test('a contact in ten thousand groups is in as many as one may be', async (t) => {
  t.timeout(WAIT_MS)
  const group = (at: number) => card('KIND:group', `FN:Group ${at}`, 'MEMBER:urn:uuid:a')
  const groups = Array.from({ length: 9_999 }, (_, at) => group(at).replace('FN:Ada\n', ''))

  const { contacts } = await read(`${card('UID:a')}${groups.join('')}`)

  t.is(contacts[0]?.contact.groups.length, CONTACT_LIMITS.groups)
})

test('lines of thousands of parameters are left out', async (t) => {
  t.timeout(WAIT_MS)
  const line = `TEL${';'.repeat(1_990)}:1`

  const { contacts, problemCount } = await read(card(...Array<string>(990).fill(line)))

  t.is(contacts[0]?.contact.name, 'Ada')
  t.is(problemCount, 990)
})

test('a megabyte of categories, or of components, is read no further than a contact goes', async (t) => {
  t.timeout(WAIT_MS)
  const many = Array.from({ length: 100_000 }, (_, at) => `g${at}`).join(',')

  const { contacts: grouped, problems } = await read(card(`CATEGORIES:${many}`))
  const { contacts } = await read(card(`N:Lovelace${';'.repeat(1_000_000)}`))

  t.deepEqual(
    problems.map(({ code }) => code),
    ['line_left_out'],
  )
  t.is(grouped[0]?.contact.groups.length, 50)
  t.is(contacts[0]?.contact.family, 'Lovelace')
})

for (const [what, line, remaining] of [
  ['a note', `NOTE:${'n'.repeat(20_000)}`, { note: 'n'.repeat(CONTACT_LIMITS.noteChars) }],
  ['a title', `TITLE:${'t'.repeat(400)}`, { title: 't'.repeat(CONTACT_LIMITS.lineChars) }],
  ['a UID', `UID:${'u'.repeat(400)}`, { uid: '' }],
] as const) {
  test(`${what} that is too long costs its end, and not the contact`, async (t) => {
    const { contacts } = await read(card(line))

    t.like(contacts[0]?.contact, remaining)
  })
}

test('more addresses than a contact holds are left out and told, and the contact is there', async (t) => {
  const lines = Array.from({ length: 40 }, (_, at) => `EMAIL:ada${at}@example.org`)

  const { contacts, problems } = await read(card(...lines))

  t.is(contacts[0]?.contact.emails.length, CONTACT_LIMITS.entries)
  t.like(problems, [{ code: 'line_left_out', about: 'ada30@example.org' }])
})

test('a record of many megabytes is told, and what follows it is read', async (t) => {
  t.timeout(WAIT_MS)
  const huge = `Bob,"${'x\n'.repeat(1_500_000)}"`

  const { contacts, problems } = await read(`Name,Notes\nAda,1\n${huge}\nCarl,2\n`)

  t.true(contacts.some(({ contact }) => contact.name === 'Ada'))
  t.true(problems.some(({ line }) => line === 3))
})

for (const [what, xml, isPlain] of [
  [
    'an answer as servers write it',
    '<?xml version="1.0"?><a><b c="d"/><!-- > --><e>f</e></a>',
    true,
  ],
  ['text of brackets', '<a><![CDATA[<<<<<<]]></a>', true],
  ['elements within elements', '<a>'.repeat(300_000), false],
  ['elements without end', `<a>${'<b/>'.repeat(600_000)}</a>`, false],
  ['a tag that goes on', `<a ${'b="c" '.repeat(100_000)}/>`, false],
  ['brackets that open nothing', '<'.repeat(1_000_000), false],
  ['a comment that does not end', `<a>${'<!-- '.repeat(200_000)}`, false],
] as const) {
  test(`XML: ${what} is ${isPlain ? 'read' : 'refused'}`, (t) => {
    t.is(isPlainXml(Buffer.from(xml)), isPlain)
  })
}
