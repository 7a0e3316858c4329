import test from 'ava'
import {
  suggestAddresses,
  typedAddress,
  withAddresses,
  createRecipients,
} from '../../../../../plugin/web/state/composer/recipients.ts'

const ada = { name: 'Ada Lovelace', address: 'ada@example.org' }
const smith = { name: 'Smith, John', address: 'js@example.com' }
const bare = { name: '', address: 'news.letter@shop.example' }
const known = [ada, smith, bare]

test('what is typed is what stands behind the last comma outside of quotes', (t) => {
  t.is(typedAddress('a@b.example, lo'), 'lo')
  t.is(typedAddress('"Smith, Jo'), '"Smith, Jo')
  t.is(typedAddress('a@b.example; '), '')
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
  test(`${JSON.stringify(typed)} suggests ${found.map(({ address }) => address).join() || 'nobody'}`, (t) => {
    t.deepEqual(suggestAddresses(known, typed, 5), found)
  })
}

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

test('what the server finds comes first, and an answer to what was typed before is left', async (t) => {
  const answers: ((people: readonly (typeof ada)[]) => void)[] = []
  const recipients = createRecipients({
    api: {
      recipients: async () => known,
      completeAddress: () =>
        new Promise((resolve) => {
          answers.push((people) => resolve({ kind: 'completions', people, groups: [] }))
        }),
    },
    connection: { reach: (ask) => ask() },
    words: { groupOf: (members) => `${members}` },
  })
  const adam = { name: 'Adam', address: 'adam@example.org' }
  recipients.load()
  await turn()

  recipients.look('a')
  recipients.look('ad')
  const atOnce = recipients.suggestions.peek().map(({ name }) => name)
  answers[1]?.([adam])
  answers[0]?.([bare])
  await turn()

  t.deepEqual(atOnce, ['Ada Lovelace'])
  t.deepEqual(
    recipients.suggestions.peek().map(({ name }) => name),
    ['Adam', 'Ada Lovelace'],
  )
})

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
