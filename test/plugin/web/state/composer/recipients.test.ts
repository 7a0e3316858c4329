import test from 'ava'
import { fakeHttp } from '../../../../support/web/fake-http.ts'
import { emptyContact } from '../../../../../plugin/contacts/contact.ts'
import type { NativeAddress } from '../../../../../plugin/wire/native/types.ts'
import {
  suggestAddresses,
  typedAddress,
  defaultSuggestion,
  withAddresses,
  createRecipients,
} from '../../../../../plugin/web/state/composer/recipients.ts'

const ada = { name: 'Ada Lovelace', address: 'ada@example.org' }
const smith = { name: 'Smith, John', address: 'js@example.com' }
const bare = { name: '', address: 'news.letter@shop.example' }
const known = [ada, smith, bare]

test('what is typed is what is behind the last comma outside of quotes', (t) => {
  t.is(typedAddress('a@b.example, lo'), 'lo')
  t.is(typedAddress('"Smith, Jo'), '"Smith, Jo')
  t.is(typedAddress('a@b.example; '), '')
  for (const separator of '，；、،؛') t.is(typedAddress(`a@b.example${separator}lo`), 'lo')
})

for (const [typed, found] of [
  ['ad', [ada]],
  ['LOVE', [ada]],
  ['john', [smith]],
  ['letter', [bare]],
  ['news.l', [bare]],
  ['vel', []],
  ['', []],
] as const) {
  test(`${JSON.stringify(typed)} suggests ${found.map(({ address }) => address).join() || 'no one'}`, (t) => {
    t.deepEqual(suggestAddresses(known, typed, 5), found)
  })
}

const suggested = (address: string) => ({
  ...{ key: address, name: address, detail: '', photo: '' },
  addresses: [],
})

test('a longer address is not taken in the place of one that was typed whole', (t) => {
  const longer = [suggested('ann@shop.company'), suggested('ann@shop.co')]

  t.is(defaultSuggestion(longer, 'bob@x.test, ann@shop.c'), 0)
  t.is(defaultSuggestion(longer, 'bob@x.test, Ann@shop.co'), 1)
  t.is(defaultSuggestion(longer.slice(0, 1), 'ann@shop.co'), -1)
  t.is(defaultSuggestion(longer, 'Ann <ann@shop.com>'), -1)
})

test('who is in the field already is not suggested again', (t) => {
  t.deepEqual(suggestAddresses(known, 'Ada Lovelace <ada@example.org>, ad', 5), [])
})

test('a suggestion takes the place of what was typed, its name quoted where it has to be', (t) => {
  t.is(withAddresses('a@b.example, jo', [smith]), 'a@b.example, "Smith, John" <js@example.com>, ')
  t.is(withAddresses('ad', [ada]), 'Ada Lovelace <ada@example.org>, ')
})

test('a group takes the place of what was typed with those who are not in the field yet', (t) => {
  t.is(
    withAddresses('Ada <ada@example.org>, clu', [ada, bare]),
    'Ada <ada@example.org>, news.letter@shop.example, ',
  )
})

interface Requested {
  readonly completions: ((contacts: readonly NativeAddress[]) => void)[]
  readonly directory: ((contacts: readonly NativeAddress[]) => void)[]
}

/** Suggestions of a server that answers when it is told. */
function openRecipients({ hasDirectory = false, sentTo = Promise.resolve(known) } = {}) {
  const requested: Requested = { completions: [], directory: [] }
  const recipients = createRecipients({
    http: fakeHttp({
      recipients: async () => ({
        kind: 'recipients',
        addresses: await sentTo,
        domains: { internal: [], own: [], known: [] },
      }),
      'complete-address': () =>
        new Promise((resolve) => {
          requested.completions.push((contacts) => {
            const people = contacts.map((contact) => ({ ...contact, photo: 'p1' }))
            resolve({ kind: 'completions', people, groups: [], hasDirectory })
          })
        }),
      directory: () =>
        new Promise((resolve) => {
          requested.directory.push((contacts) =>
            resolve({
              ...{ kind: 'directory', isCut: false, isAvailable: true },
              people: contacts.map(({ name, address }) => ({
                id: address,
                contact: { ...emptyContact(name), emails: [{ address, label: '' }] },
              })),
            }),
          )
        }),
    }),
    connection: { reach: (request) => request() },
    texts: { groupOf: ({ members }) => String(members) },
    wait: () => Promise.resolve(),
  })
  const names = () => recipients.suggestions.peek().map(({ name }) => name)
  return { recipients, requested, names }
}

const adam = { name: 'Adam', address: 'adam@example.org' }
const addie = { name: 'Addie', address: 'addie@company.example' }

test('what the server finds comes first, and a reply to what was typed before is left', async (t) => {
  const { recipients, requested, names } = openRecipients()
  recipients.load()
  await turn()

  recipients.look('a')
  recipients.look('ad')
  const atOnce = names()
  requested.completions[1]?.([adam])
  requested.completions[0]?.([bare])
  await turn()

  t.deepEqual(atOnce, ['Ada Lovelace'])
  t.deepEqual(names(), ['Adam', 'Ada Lovelace'])
  t.is(requested.directory.length, 0)
})

test('whom one wrote to is suggested for a name that was typed before they were there', async (t) => {
  const late = new EventTarget()
  const sentTo = once(late).then(() => known)
  const { recipients, requested, names } = openRecipients({ sentTo })
  recipients.load()
  recipients.look('ad')
  requested.completions[0]?.([adam])
  await turn()
  const before = names()

  late.dispatchEvent(new Event('come'))
  await turn()

  t.deepEqual(before, ['Adam'])
  t.deepEqual(names(), ['Adam', 'Ada Lovelace'])
})

test('users of the directory come below own contacts, which do not wait for them', async (t) => {
  const { recipients, requested, names } = openRecipients({ hasDirectory: true })

  recipients.look('ad')
  requested.completions[0]?.([adam])
  await turn()
  const own = names()
  requested.directory[0]?.([adam, addie])
  await turn()
  const both = names()
  recipients.look('add')
  requested.completions[1]?.([])
  await turn()

  t.deepEqual(own, ['Adam'])
  t.deepEqual(both, ['Adam', 'Addie'])
  t.deepEqual(names(), ['Addie'])
})

function once(target: EventTarget): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener('come', resolve, { once: true }))
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
