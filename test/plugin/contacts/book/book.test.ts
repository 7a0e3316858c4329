import test from 'ava'
import { collectRecipients, MAX_COLLECTED } from '../../../../plugin/contacts/book/collect.ts'
import { changeContact, createContact, setGroup } from '../../../../plugin/contacts/book/change.ts'
import { completeAddress } from '../../../../plugin/contacts/book/completion.ts'
import type { ContactBook } from '../../../../plugin/contacts/book/contact-book.ts'
import { findDuplicates, mergeDuplicates } from '../../../../plugin/contacts/book/duplicates.ts'
import { importContacts } from '../../../../plugin/contacts/book/import.ts'
import { removeContacts } from '../../../../plugin/contacts/book/remove.ts'
import { CSV_HEADER, writeCsvRow } from '../../../../plugin/contacts/format/csv/write-csv.ts'
import { photoOf } from '../../../../plugin/contacts/format/imported.ts'
import { readContactFile } from '../../../../plugin/contacts/format/read-file.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { memoryBook, contactNamed } from '../../../support/contacts/contact-book.ts'

const limits = { people: 8, groups: 2, members: 100 }

async function complete(book: ContactBook, typed: string) {
  const [contacts, usage] = [await book.index(), await book.usage()]
  return completeAddress(typed, { contacts, usage }, limits)
}

async function suggested(book: ContactBook, typed: string) {
  return (await complete(book, typed)).people.map(({ address }) => address)
}

test('a change of another tab is merged, and one of the same field is told and keeps nothing', async (t) => {
  const { book } = await memoryBook()
  const opened = await createContact(book, contactNamed('Ada'))
  await changeContact(book, opened, { ...opened.contact, title: 'Countess' })

  const merged = await changeContact(book, opened, { ...opened.contact, note: 'Notes' })
  const refused = await changeContact(book, opened, { ...opened.contact, title: 'Lady' })

  t.like(merged, { kind: 'saved', isMerged: true })
  t.like(refused, { kind: 'conflict', fields: ['title'] })
  const [document] = await book.documents('contact')
  t.deepEqual(JSON.parse(document?.body ?? ''), { name: 'Ada', title: 'Countess', note: 'Notes' })
})

test('a contact that was removed meanwhile is not brought back by a change', async (t) => {
  const { book } = await memoryBook()
  const opened = await createContact(book, contactNamed('Ada'))
  await removeContacts(book, [opened])

  const outcome = await changeContact(book, opened, { ...opened.contact, title: 'Lady' })

  t.like(outcome, { kind: 'conflict', theirs: undefined })
})

test('of contacts to remove none goes when one of them was changed', async (t) => {
  const { book } = await memoryBook()
  const [one, other] = [
    await createContact(book, contactNamed('Ada')),
    await createContact(book, contactNamed('Bob')),
  ]
  await changeContact(book, other, { ...other.contact, title: 'Builder' })

  const error = await t.throwsAsync(removeContacts(book, [one, other]), { instanceOf: Refusal })

  t.is(error.code, 'contact_changed')
  t.is((await book.index()).entries.length, 2)
})

test('the same file imported twice brings no one twice', async (t) => {
  const { book } = await memoryBook()
  const entries = [
    contactNamed('Ada', 'ada@example.test'),
    { ...contactNamed('Bob'), uid: 'urn:uuid:b' },
  ].map((contact) => ({ line: 1, contact, photo: undefined }))

  const outcomes = [
    await importContacts(book, [...entries, ...entries], ''),
    await importContacts(book, entries, ''),
    await importContacts(book, entries, 'Friends'),
  ]

  t.deepEqual(outcomes, [
    { added: 2, changed: 0, same: 2 },
    { added: 0, changed: 0, same: 2 },
    { added: 0, changed: 2, same: 0 },
  ])
})

test('a name entered as first and last is the same name as in one field', async (t) => {
  const { book } = await memoryBook()
  const inOne = contactNamed('Ada Quill', 'ada@example.test')
  const apart = { ...inOne, given: 'Ada', family: 'Quill' }
  const japanese = { ...contactNamed('山田 太郎'), given: '太郎', family: '山田' }
  const entries = [inOne, apart, japanese, contactNamed('山田 太郎')].map((contact) => {
    return { line: 1, contact, photo: undefined }
  })

  const outcome = await importContacts(book, entries, '')
  const again = await importContacts(book, entries, '')

  t.deepEqual(outcome, { added: 2, changed: 0, same: 1 })
  t.deepEqual(again, { added: 0, changed: 0, same: 4 })
  const [first] = await book.documents('contact')
  t.like(JSON.parse(first?.body ?? ''), { name: 'Ada Quill', given: 'Ada', family: 'Quill' })
})

test('an own CSV file brings no one twice, whatever of a contact it has no place for', async (t) => {
  const { book } = await memoryBook()
  const many = contactNamed('Ada', ...[1, 2, 3, 4, 5].map((number) => `ada${number}@example.test`))
  const photo = photoOf(Buffer.from('GIF89a-picture'))
  const contacts = [{ ...many, uid: 'urn:uuid:a' }, contactNamed('Bob', 'bob@example.test')]
  const entries = contacts.map((contact) => ({ line: 1, contact, photo }))
  await importContacts(book, entries, '')
  const rows = contacts.map((contact) => writeCsvRow(contact))
  const file = Buffer.from(`${CSV_HEADER}${rows.join('')}`)

  const read = await readContactFile(file, { maxEntries: 10 })
  const outcome = await importContacts(book, read.contacts, '')

  t.deepEqual(outcome, { added: 0, changed: 0, same: 2 })
})

test('two who differ in their pictures alone stay two', async (t) => {
  const { book } = await memoryBook()
  const entries = ['GIF89a-one', 'GIF89a-other'].map((content) => ({
    ...{ line: 1, contact: contactNamed('Ada', 'ada@example.test') },
    photo: photoOf(Buffer.from(content)),
  }))

  const outcome = await importContacts(book, entries, '')

  t.deepEqual(outcome, { added: 2, changed: 0, same: 0 })
})

test('a picture goes with the last contact that has it', async (t) => {
  const { book } = await memoryBook()
  const photo = photoOf(Buffer.from('GIF89a-picture'))
  await importContacts(
    book,
    [contactNamed('Ada'), contactNamed('Bob')].map((contact) => ({ line: 1, contact, photo })),
    '',
  )
  const [one, other] = (await book.index()).entries

  const remaining = [(await book.documents('contact-photo')).length]
  for (const entry of [one, other]) {
    await removeContacts(book, entry === undefined ? [] : [entry])
    remaining.push((await book.documents('contact-photo')).length)
  }

  t.deepEqual(remaining, [1, 1, 0])
})

test('contacts are suggested by the beginning of any word, without marks and case', async (t) => {
  const { book } = await memoryBook([
    {
      ...contactNamed('Jörg Müller', 'jm@example.test', 'private@home.test'),
      organisation: 'Élan',
    },
    contactNamed('Ada', 'ada@example.test'),
  ])

  for (const typed of ['JORG', 'mül', 'elan', 'jm@ex', 'home', 'mull jo']) {
    t.deepEqual(await suggested(book, typed), ['jm@example.test', 'private@home.test'], typed)
  }
  t.deepEqual(await suggested(book, 'rg'), [])
  t.deepEqual(await suggested(book, ' '), [])
})

test('who was written to last is suggested first, contacts and other recipients alike', async (t) => {
  const { book } = await memoryBook([
    contactNamed('Ann', 'ann@x.test'),
    contactNamed('Anton', 'anton@x.test'),
  ])
  await collectRecipients(book, [{ name: 'Andy', address: 'andy@x.test' }], 2_000)
  await collectRecipients(book, [{ name: '', address: 'ANTON@x.test' }], 3_000)

  t.deepEqual(await suggested(book, 'an'), ['anton@x.test', 'andy@x.test', 'ann@x.test'])
})

test('a group is suggested with its members', async (t) => {
  const { book } = await memoryBook([
    { ...contactNamed('Ada', 'ada@x.test', 'second@x.test'), groups: ['Rowing club'] },
    { ...contactNamed('Without address'), groups: ['Rowing club'] },
  ])

  t.deepEqual((await complete(book, 'club')).groups, [
    { name: 'Rowing club', members: [{ name: 'Ada', address: 'ada@x.test' }] },
  ])
})

test('of recipients those go first that were written to the longest time ago', async (t) => {
  const { book } = await memoryBook()
  const many = Array.from({ length: MAX_COLLECTED }, (_, index) => ({
    name: '',
    address: `r${index}@x.test`,
  }))
  await collectRecipients(book, many, 1_000)
  await collectRecipients(book, many.slice(1), 2_000)

  await collectRecipients(book, [{ name: '', address: 'new@x.test' }], 3_000)

  const { byAddress } = await book.usage()
  t.is(byAddress.size, MAX_COLLECTED)
  t.false(byAddress.has('r0@x.test'))
})

test('contacts that share an address or a name are found together and become one', async (t) => {
  const { book } = await memoryBook([
    contactNamed('Ada Lovelace', 'ada@x.test'),
    contactNamed('Ada L.', 'ADA@x.test', 'l@x.test'),
    contactNamed('ada l.'),
    contactNamed('Bob', 'bob@x.test'),
  ])
  const sets = findDuplicates(await book.index(), 10)
  const [set = []] = sets

  const merged = await mergeDuplicates(book, set)

  t.deepEqual(
    sets.map((each) => each.length),
    [3],
  )
  t.deepEqual(merged.contact.emails.map(({ address }) => address).sort(), [
    'ADA@x.test',
    'ada@x.test',
    'l@x.test',
  ])
  t.is((await book.index()).entries.length, 2)
})

test('contacts come into a group and leave it whatever else was changed on them', async (t) => {
  const { book } = await memoryBook([contactNamed('Ada'), contactNamed('Bob')])
  const ids = (await book.index()).entries.map(({ id }) => id)

  t.is(await setGroup(book, [...ids, 'gone'], { group: 'Friends', isIn: true }), 2)
  t.deepEqual((await book.index()).groups, [{ name: 'Friends', count: 2 }])
  t.is(await setGroup(book, ids, { group: 'Friends', isIn: false }), 2)
  t.deepEqual((await book.index()).groups, [])
})

test('the first address that is typed after an import reads no contacts: the import has', async (t) => {
  const { book, personal } = await memoryBook([contactNamed('Ada', 'ada@x.test')])
  const before = personal.requestCount.lists

  await book.index()

  t.is(personal.requestCount.lists, before)
})

test('what is typed reads no collection again that did not change', async (t) => {
  const { book, personal } = await memoryBook([contactNamed('Ada', 'ada@x.test')])
  await suggested(book, 'a')
  const before = personal.requestCount.lists

  await Promise.all(['ad', 'ada', 'ada@'].map((typed) => suggested(book, typed)))

  t.is(personal.requestCount.lists, before)
})
