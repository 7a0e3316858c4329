import test from 'ava'
import {
  suggestAddresses,
  typedAddress,
  withAddress,
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
  t.is(withAddress('a@b.example, jo', smith), 'a@b.example, "Smith, John" <js@example.com>, ')
  t.is(withAddress('ad', ada), 'Ada Lovelace <ada@example.org>, ')
})
