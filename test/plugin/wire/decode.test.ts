import test from 'ava'
import { actions, type Action } from '../../../plugin/actions/index.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { decodeInput } from '../../../plugin/wire/dialect.ts'
import { sampleInput } from '../../support/actions/sample-input.ts'
import { parametersOf } from './parameters.ts'

// Tests over the live table: a new action is held to these rules without anyone thinking of it.

/** What no one sends; where one of them is sound for a field, others are not. */
const hostile: readonly unknown[] = [
  null,
  -1,
  0.5,
  1e21,
  'a\r\nb',
  'a\u0000',
  'x'.repeat(2_000_000),
  [],
  ['\u0000'],
  {},
  { __proto__: null, toString: 'x' },
  Array.from({ length: 10_000 }, () => 1),
  true,
]

function decode(action: Action, json: string): unknown {
  return decodeInput(action, parametersOf({ _input: json }), { wire: 'native' })
}

function isRefused(action: Action, input: unknown): boolean {
  try {
    decode(action, JSON.stringify(input))
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'input_invalid') return true
    throw error
  }
}

/** Every place of a value, as its path. */
function positionsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Object.entries(value).flatMap(([key, item]) => positionsOf(item, [...path, key]))
  return path.length === 0 ? below : [path, ...below]
}

/** The value with something else at a place. */
function withAt(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put
  const inside: readonly (readonly [string, unknown])[] =
    typeof value === 'object' && value !== null ? Object.entries(value) : []
  const entries = inside.map(([name, item]) =>
    name === key ? ([name, withAt(item, rest, put)] as const) : ([name, item] as const),
  )
  const items: readonly unknown[] = entries.map(([, item]) => item)
  if (Array.isArray(value)) return items
  const made: unknown = Object.fromEntries(entries)
  return made
}

for (const action of actions.values()) {
  const sample = sampleInput(action.name)

  test(`${action.name} takes an input that is made from its contract`, (t) => {
    t.notThrows(() => decode(action, JSON.stringify(sample)))
  })

  test(`${action.name} refuses a field that it does not know, and what is no object`, (t) => {
    t.true(isRefused(action, { ...Object(sample), another: 1 }))
    t.true(isRefused(action, null))
    t.true(isRefused(action, [sample]))
  })

  for (const index of positionsOf(sample)) {
    test(`${action.name} refuses hostile values of ${index.join('.')}`, (t) => {
      const refused = hostile.filter((value) => isRefused(action, withAt(sample, index, value)))

      // A value of the settings may be nearly anything here: its own schema comes later.
      t.true(refused.length >= 2, `${refused.length} of ${hostile.length}`)
    })
  }
}

test('what is no JSON is refused', (t) => {
  for (const text of ['', '{', '['.repeat(200_000), '"\ud800']) {
    const action = actions.get('mark')
    if (action === undefined) throw new Error('no action')
    t.throws(() => decode(action, text), { instanceOf: Refusal })
  }
})

test('a refused input names the field, and why', (t) => {
  const action = actions.get('move')
  if (action === undefined) throw new Error('no action')
  const input = JSON.stringify({ mailbox: 'INBOX', uids: [3, 0], target: 'Archive' })

  const refusal = t.throws(() => decode(action, input), { instanceOf: Refusal })

  t.is(refusal.code, 'input_invalid')
  t.is(refusal.field?.path, 'uids.1')
  t.regex(refusal.field?.problem ?? '', /1/)
})

test('only these actions need no input', (t) => {
  const free = [...actions.values()].filter((action) => !isRefused(action, {}))

  t.deepEqual(free.map(({ name }) => name).sort(), [
    'collected',
    'contact-doubles',
    'contacts',
    'filters',
    'folders',
    'getunread',
    'import-contacts',
    'keep-contact-photo',
    'outbox',
    'passkeys',
    'recipients',
    'saved-drafts',
    'sessions',
    'settings',
    'templates',
  ])
})
