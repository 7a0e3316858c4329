import test from 'ava'
import {
  changeContact,
  createContact,
  findContact,
  setGroup,
} from '../../../../plugin/contacts/book/change.ts'
import { changeGroup } from '../../../../plugin/contacts/book/change-group.ts'
import { importContacts } from '../../../../plugin/contacts/book/import.ts'
import { removeContacts } from '../../../../plugin/contacts/book/remove.ts'
import { photoOf } from '../../../../plugin/contacts/format/imported.ts'
import { collectionUrl } from '../../../../plugin/contacts/carddav/server/collection-url.ts'
import { readingHere } from '../../../../plugin/contacts/carddav/server/card-content.ts'
import { openRemoteBook } from '../../../../plugin/contacts/carddav/server/remote-book.ts'
import { createSharedBooks } from '../../../../plugin/contacts/carddav/shared-book.ts'
import { AddressBookUnavailable } from '../../../../plugin/contacts/carddav/server/unavailable.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { startRadicale, type RadicaleServer } from '../../../support/carddav/radicale.ts'
import { emptyBook, contactNamed } from '../../../support/contacts/contact-book.ts'

const user = 'emmy@example.test'
const other = 'kurt@example.test'
let server: RadicaleServer

test.before(async () => {
  server = await startRadicale({ [user]: 'secret: one', [other]: 'secret' })
})

test.after.always(() => server.stop())

interface SharedOptions {
  readonly name?: string
  readonly password?: string
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

/** A book shared with the server, which is asked at each refresh. */
function sharedBook(
  local = emptyBook(),
  {
    name = user,
    password = 'secret: one',
    timeoutMs = 20_000,
    maxBytes = 16_000_000,
  }: SharedOptions = {},
) {
  let now = 0
  const warnings: string[] = []
  const log = { warn: (about: object) => void warnings.push(JSON.stringify(about)) }
  const books = createSharedBooks({
    freshMs: 1,
    waitMs: 60_000,
    maxOwners: 1,
    log,
    now: () => now++,
  })
  const url = collectionUrl(server.template, name) ?? ''
  const limits = { maxBytes, maxCards: 1_000, timeoutMs }
  const remote = openRemoteBook({ url, user: name, password, reading: readingHere, ...limits })
  return { book: books.share(local, name, remote), local, warnings }
}

function card(uid: string, ...lines: readonly string[]): string {
  const all = ['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, 'N:;;;;', ...lines, 'END:VCARD']
  return all.map((line) => `${line}\r\n`).join('')
}

/** What a phone does with a card. */
async function phone(method: string, name: string, body?: string): Promise<string> {
  const headers = { 'content-type': 'text/vcard' }
  const options = body === undefined ? {} : { body, headers }
  const response = await server.as(user, method, name, options)
  if (!response.ok) throw new Error(`${method} ${name}: ${response.status}`)
  return response.text()
}

async function namesOf(book: ReturnType<typeof sharedBook>['book']): Promise<readonly string[]> {
  return (await book.index()).entries.map(({ name }) => name)
}

async function emptied(book: ReturnType<typeof sharedBook>['book']): Promise<void> {
  await book.refresh()
  const { entries } = await book.index()
  await removeContacts(book, entries)
}

test.serial('what a phone writes, changes and removes is here at the next reading', async (t) => {
  const { book } = sharedBook()
  await emptied(book)

  await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada', 'CATEGORIES:Friends'))
  await phone('PUT', 'group.vcf', card('g', 'FN:A group', 'X-ADDRESSBOOKSERVER-KIND:group'))
  const state = await book.refresh()
  const first = await namesOf(book)
  await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada King'))
  await phone('PUT', 'p2.vcf', card('p2', 'FN:Bob'))
  await book.refresh()
  const second = await namesOf(book)
  await phone('DELETE', 'p1.vcf')
  await book.refresh()

  t.deepEqual(state, { isReadOnly: false, isRefused: false })
  t.deepEqual(first, ['Ada'])
  t.deepEqual(second, ['Ada King', 'Bob'])
  t.deepEqual(await namesOf(book), ['Bob'])
})

test.serial(
  'a change here is on the server, and what other programs keep in the card stays',
  async (t) => {
    const { book } = sharedBook()
    await emptied(book)
    const own = ['X-SOCIALPROFILE;TYPE=chat:ada', 'TEL;TYPE=CELL,VOICE:+49 1']
    await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada', ...own))
    await book.refresh()
    const [entry] = (await book.index()).entries
    const opened = await findContact(book, entry?.id ?? '')

    const { contact } = opened
    const phones = [...contact.phones, { number: '+49 2', label: 'work' }]
    await changeContact(book, opened, { ...contact, title: 'Countess', phones })

    const text = await phone('GET', 'p1.vcf')
    for (const line of [...own, 'TITLE:Countess', 'TEL;TYPE=work:+49 2', 'UID:p1']) {
      t.true(text.includes(`${line}\r\n`), `${line} in ${text}`)
    }
    await book.refresh()
    t.is((await findContact(book, opened.id)).version, opened.version + 1)
  },
)

test.serial(
  'a new contact with its picture is a card that others read, and goes with it',
  async (t) => {
    const { book } = sharedBook()
    await emptied(book)
    const photo = photoOf(Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(100_000, 7)]))

    await importContacts(book, [{ line: 1, contact: contactNamed('Ada', 'ada@x.test'), photo }], '')

    const elsewhere = sharedBook()
    await elsewhere.book.refresh()
    const { entries } = await elsewhere.book.index()
    t.like(entries, [{ name: 'Ada', emails: ['ada@x.test'] }])
    const [document] = await elsewhere.book.documents('contact-photo')
    t.is(document?.body, photo?.content.toString('base64'))
    await removeContacts(book, (await book.index()).entries)
    await elsewhere.book.refresh()
    t.deepEqual(await namesOf(elsewhere.book), [])
  },
)

test.serial(
  'a change of a phone is merged, and one of the same field is told and overwritten by no one',
  async (t) => {
    const { book } = sharedBook()
    await emptied(book)
    await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada'))
    await book.refresh()
    const [entry] = (await book.index()).entries
    const opened = await findContact(book, entry?.id ?? '')
    await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada', 'TITLE:Countess'))

    const merged = await changeContact(book, opened, { ...opened.contact, note: 'Notes' })
    await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada', 'TITLE:Lady', 'NOTE:Notes'))
    const stale = await findContact(book, opened.id)
    const requested = await changeContact(book, stale, { ...stale.contact, title: 'Queen' })

    t.like(merged, { kind: 'saved', isMerged: true, stored: { contact: { title: 'Countess' } } })
    t.like(requested, {
      kind: 'conflict',
      fields: ['title'],
      theirs: { contact: { title: 'Lady' } },
    })
    t.regex(await phone('GET', 'p1.vcf'), /TITLE:Lady/)
  },
)

/** A group as phones write it. */
function groupCard(name: string, ...members: readonly string[]): string {
  const lines = members.map((uid) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${uid}`)
  return card('g', `FN:${name}`, 'X-ADDRESSBOOKSERVER-KIND:group', 'X-COLOR:red', ...lines)
}

async function groupsOf(book: ReturnType<typeof sharedBook>['book']) {
  await book.refresh()
  const { entries, groups } = await book.index()
  return groups.map(({ name }) => [
    name,
    ...entries.filter((entry) => entry.groups.includes(name)).map((entry) => entry.name),
  ])
}

test.serial('groups that a phone keeps as cards are those of their members', async (t) => {
  const { book } = sharedBook()
  await emptied(book)
  await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada', 'CATEGORIES:Friends'))
  await phone('PUT', 'p2.vcf', card('p2', 'FN:Bob'))

  await phone('PUT', 'group.vcf', groupCard('Rowing', 'p1'))
  const first = await groupsOf(book)
  await phone('PUT', 'group.vcf', groupCard('Rowing', 'P2'))
  const moved = await groupsOf(book)
  const uuid = 'KIND:group\r\nMEMBER:urn:uuid:p1\r\nMEMBER:urn:uuid:p2'
  await phone('PUT', 'group.vcf', card('g', 'FN:Rowing club', uuid).replace('3.0', '4.0'))
  const renamed = await groupsOf(book)
  await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada', 'TITLE:Countess'))
  const changed = await groupsOf(book)
  await phone('DELETE', 'group.vcf')

  t.deepEqual(first, [
    ['Friends', 'Ada'],
    ['Rowing', 'Ada'],
  ])
  t.deepEqual(moved, [
    ['Friends', 'Ada'],
    ['Rowing', 'Bob'],
  ])
  t.deepEqual(renamed, [
    ['Friends', 'Ada'],
    ['Rowing club', 'Ada', 'Bob'],
  ])
  t.deepEqual(changed, [['Rowing club', 'Ada', 'Bob']])
  t.deepEqual(await groupsOf(book), [])
  t.deepEqual(await namesOf(book), ['Ada', 'Bob'])
})

test.serial(
  'who comes into a group that is a card, or leaves it, is written into that card',
  async (t) => {
    const { book } = sharedBook()
    await emptied(book)
    await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada'))
    await phone('PUT', 'p2.vcf', card('p2', 'FN:Bob'))
    await phone('PUT', 'group.vcf', groupCard('Rowing', 'p1'))
    await book.refresh()
    const idOf = async (name: string) =>
      (await book.index()).entries.find((entry) => entry.name === name)?.id ?? ''
    const members = async () =>
      (await phone('GET', 'group.vcf')).match(/(?<=MEMBER:urn:uuid:).*(?=\r)/g)

    await setGroup(book, [await idOf('Bob')], { group: 'Rowing', isIn: true })
    const joined = await members()
    const cora = await createContact(book, {
      ...contactNamed('Cora'),
      groups: ['Rowing', 'Friends'],
    })
    await setGroup(book, [await idOf('Ada')], { group: 'Rowing', isIn: false })
    const left = await members()
    const shared = await groupsOf(book)
    await removeContacts(
      book,
      (await book.index()).entries.filter(({ name }) => name === 'Bob'),
    )

    t.deepEqual(joined, ['p1', 'p2'])
    t.deepEqual(left, ['p2', cora.id])
    t.deepEqual(shared, [
      ['Friends', 'Cora'],
      ['Rowing', 'Bob', 'Cora'],
    ])
    t.deepEqual(await members(), [cora.id])
    t.true((await phone('GET', 'group.vcf')).includes('X-COLOR:red'))
    t.false((await phone('GET', 'p1.vcf')).includes('CATEGORIES'))
    t.regex(await phone('GET', `${cora.id}.vcf`), /^CATEGORIES:Friends\r$/m)
  },
)

test.serial('a group that is renamed is so in its card and in those of its contacts', async (t) => {
  const { book } = sharedBook()
  await emptied(book)
  await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada', 'CATEGORIES:Rowing,Friends', 'X-EYES:blue'))
  await phone('PUT', 'p2.vcf', card('p2', 'FN:Bob'))
  await phone('PUT', 'p3.vcf', card('p3', 'FN:Cora', 'CATEGORIES:Rowing'))
  await phone('PUT', 'group.vcf', groupCard('Rowing', 'p1', 'p2'))
  await book.refresh()

  const count = await changeGroup(book, 'Rowing', 'Rowing, Oxford')
  const { groups: here } = await book.index()
  const taken = await t.throwsAsync(changeGroup(book, 'Friends', 'Rowing, Oxford'))

  t.is(count, 3)
  t.deepEqual(
    here.map(({ name }) => name),
    ['Friends', 'Rowing, Oxford'],
  )
  t.like(taken, { code: 'group_exists' })
  const group = await phone('GET', 'group.vcf')
  t.regex(group, /^FN:Rowing\\, Oxford\r$/m)
  // Who named the group herself comes into the card, as anyone who is put into it.
  t.is(group.match(/MEMBER:urn:uuid:/g)?.length, 3)
  t.true(group.includes('X-COLOR:red'))
  const ada = await phone('GET', 'p1.vcf')
  t.regex(ada, /^CATEGORIES:Friends\r$/m)
  t.true(ada.includes('X-EYES:blue'))
  // Later readings find the same, here and on another instance.
  const wanted = [
    ['Friends', 'Ada'],
    ['Rowing, Oxford', 'Ada', 'Bob', 'Cora'],
  ]
  t.deepEqual(await groupsOf(book), wanted)
  t.deepEqual(await groupsOf(sharedBook().book), wanted)
  await phone('DELETE', 'group.vcf')
})

test.serial('a group that is deleted leaves its contacts, also on the server', async (t) => {
  const { book } = sharedBook()
  await emptied(book)
  await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada', 'CATEGORIES:Rowing,Friends'))
  await phone('PUT', 'p2.vcf', card('p2', 'FN:Bob'))
  await phone('PUT', 'group.vcf', groupCard('Rowing', 'p1', 'p2'))
  await book.refresh()

  await changeGroup(book, 'Rowing', undefined)

  await t.throwsAsync(phone('GET', 'group.vcf'), { message: /404/ })
  t.regex(await phone('GET', 'p1.vcf'), /^CATEGORIES:Friends\r$/m)
  t.deepEqual(await groupsOf(book), [['Friends', 'Ada']])
  t.deepEqual(await groupsOf(sharedBook().book), [['Friends', 'Ada']])
  t.deepEqual(await namesOf(book), ['Ada', 'Bob'])
})

test.serial('a contact that a phone removed is not brought back by a change', async (t) => {
  const { book } = sharedBook()
  await emptied(book)
  const opened = await createContact(book, contactNamed('Ada'))
  await phone('DELETE', `${opened.id}.vcf`)

  const outcome = await changeContact(book, opened, { ...opened.contact, title: 'Lady' })

  t.like(outcome, { kind: 'conflict', theirs: undefined })
  t.deepEqual(await namesOf(book), [])
})

test.serial('contacts that were here before the server go to it once', async (t) => {
  const { book, local } = sharedBook()
  await emptied(book)
  await createContact(local, { ...contactNamed('Ada'), uid: 'p1' })
  await phone('PUT', 'p1.vcf', card('p1', 'FN:Ada of the phone'))

  await book.refresh()
  await book.refresh()

  const elsewhere = sharedBook()
  await elsewhere.book.refresh()
  t.deepEqual(await namesOf(elsewhere.book), ['Ada', 'Ada of the phone'])
  t.deepEqual(await namesOf(book), ['Ada', 'Ada of the phone'])
})

test.serial(
  'without the server the last book is there, and a change is refused and lost nowhere',
  async (t) => {
    const { local } = sharedBook()
    const { book, warnings } = sharedBook(local, { timeoutMs: 1_000 })
    await emptied(book)
    const opened = await createContact(book, contactNamed('Ada'))
    server.pause()
    t.teardown(() => server.resume())

    const state = await book.refresh()
    const wanted = { ...opened.contact, title: 'Lady' }
    const error = await t.throwsAsync(changeContact(book, opened, wanted), { instanceOf: Refusal })
    const names = await namesOf(book)
    server.resume()
    const later = sharedBook(local)
    const outcome = await changeContact(later.book, opened, wanted)

    t.deepEqual(state, { isReadOnly: true, isRefused: false })
    t.is(error.code, 'address_book_unavailable')
    t.deepEqual(names, ['Ada'])
    t.true(warnings.length > 0 && warnings.every((line) => !line.includes('secret')))
    t.like(outcome, { kind: 'saved' })
  },
)

test.serial('a card that is too large costs none of those beside it', async (t) => {
  const { book } = sharedBook(emptyBook(), { maxBytes: 100_000 })
  await emptied(book)
  for (const [name, noteChars] of [
    ['Ada', 40_000],
    ['Bob', 200_000],
    ['Cora', 40_000],
    ['Dora', 40_000],
  ] as const) {
    await phone('PUT', `${name}.vcf`, card(name, `FN:${name}`, `NOTE:${'n'.repeat(noteChars)}`))
  }

  await book.refresh()

  t.deepEqual(await namesOf(book), ['Ada', 'Cora', 'Dora'])
  await phone('DELETE', 'Bob.vcf')
})

test.serial('of several contacts those that the server did not take are named', async (t) => {
  const { local } = sharedBook()
  const { book } = sharedBook(local)
  await emptied(book)
  const url = collectionUrl(server.template, user) ?? ''
  const limits = { maxBytes: 16_000_000, maxCards: 1_000, timeoutMs: 20_000 }
  const remote = openRemoteBook({
    url,
    user,
    password: 'secret: one',
    reading: readingHere,
    ...limits,
  })
  let writes = 0
  const failing: typeof remote = {
    ...remote,
    put(...card) {
      writes += 1
      if (writes > 1) throw new AddressBookUnavailable('unreachable', 'no answer')
      return remote.put(...card)
    },
  }
  const log = { warn: () => undefined }
  const options = { freshMs: 1, waitMs: 60_000, maxOwners: 1, log, now: () => 0 }
  const shared = createSharedBooks(options).share(local, user, failing)
  const entries = ['Ada', 'Bob', 'Cora'].map((name) => {
    return { line: 1, contact: contactNamed(name), photo: undefined }
  })

  const refusal = await t.throwsAsync(importContacts(shared, entries, ''), { instanceOf: Refusal })

  t.is(refusal.code, 'address_book_partly_saved')
  t.is(refusal.about, 'Bob, Cora')
  t.deepEqual(await namesOf(book), ['Ada'])
})

test.serial(
  'a password that the server does not take leaves the book read-only, and is told',
  async (t) => {
    const { book } = sharedBook(emptyBook(), { name: other, password: 'wrong' })

    const state = await book.refresh()
    const error = await t.throwsAsync(createContact(book, contactNamed('Ada')), {
      instanceOf: Refusal,
    })

    t.deepEqual(state, { isReadOnly: true, isRefused: true })
    t.is(error.code, 'address_book_refused')
  },
)
