import test from 'ava'
import { fakeHttp } from '../../../../support/web/fake-http.ts'
import { createContactChoice } from '../../../../../plugin/web/state/contacts/contact-choice.ts'
import { createContactList } from '../../../../../plugin/web/state/contacts/contact-list.ts'
import { failureOf } from '../../../../../plugin/web/wire/http/problem.ts'

const life = new AbortController().signal

/** A choice in a book of so many, of which the list requests a hundred at a time. */
function startChoice(total: number, isRefused = false) {
  const actions: unknown[] = []
  const problems: unknown[] = []
  const rowAt = (index: number) => ({
    ...{ id: `c${index}`, version: index + 1, name: `Person ${index}`, organisation: '' },
    ...{ emails: [], phone: '', groups: [], photo: '' },
  })
  async function request<Response>(
    question: () => Promise<Response>,
  ): Promise<Response | undefined> {
    try {
      return await question()
    } catch (error) {
      problems.push(failureOf(error))
      return undefined
    }
  }
  const response = (run: unknown, count: number) => {
    actions.push(run)
    if (isRefused) throw new Error('changed elsewhere')
    return { kind: 'contacts-changed', count } as const
  }
  const list = createContactList({
    http: fakeHttp({
      async contacts({ offset = 0 }) {
        const rows = Array.from({ length: Math.min(100, total - offset) }, (_, n) =>
          rowAt(offset + n),
        )
        return {
          ...{ kind: 'contacts', rows, offset, total, all: total, revision: 1 },
          ...{ collected: 0, groups: [], isReadOnly: false, isRefused: false, hasDirectory: false },
        }
      },
    }),
    request,
    signal: life,
    wait: () => Promise.resolve(),
  })
  const removed: string[] = []
  const choice = createContactChoice({
    http: fakeHttp({
      'group-contacts': async (change) => response(change, change.ids.length),
      'delete-contacts': async ({ seen }) =>
        response(
          seen.map(({ id, version }) => `${id}:${version}`),
          3,
        ),
    }),
    request,
    list,
    signal: life,
    onRemoved: (ids) => removed.push(...ids),
  })
  return { list, choice, actions, problems, removed }
}

test('a range of the list is chosen with those that were never in view', async (t) => {
  const { list, choice } = startChoice(1_000)
  await list.reload()

  choice.toggle(5)
  await choice.extend(904)

  t.is(choice.rows.peek().size, 900)
  t.true(choice.rows.peek().has('c5'))
  t.true(choice.rows.peek().has('c904'))
  t.false(choice.rows.peek().has('c905'))
})

test('a range that becomes shorter leaves chosen what was chosen automatically', async (t) => {
  const { list, choice } = startChoice(50)
  await list.reload()

  choice.toggle(2)
  choice.toggle(10)
  await choice.extend(14)
  await choice.extend(12)

  t.deepEqual([...choice.rows.peek().keys()].sort(), ['c10', 'c11', 'c12', 'c2'])
})

test('a choice that ended while its rows were on their way stays ended', async (t) => {
  const { list, choice } = startChoice(1_000)
  await list.reload()

  const chosen = choice.extend(900)
  choice.chooseNone()
  await chosen

  t.is(choice.rows.peek().size, 0)
})

test('all of a list are chosen up to what one request takes', async (t) => {
  const { list, choice } = startChoice(10_000)
  await list.reload()

  await choice.chooseAll()

  t.is(choice.rows.peek().size, 5_000)
})

test('those chosen are deleted as they were seen, and the choice ends', async (t) => {
  const { list, choice, actions, removed } = startChoice(10)
  await list.reload()
  for (const index of [1, 3, 4, 3, 7]) choice.toggle(index)

  t.is(await choice.remove(), 3)

  t.deepEqual(actions, [['c1:2', 'c4:5', 'c7:8']])
  t.deepEqual(removed, ['c1', 'c4', 'c7'])
  t.is(choice.rows.peek().size, 0)
})

test('a refused act keeps the choice and reports why', async (t) => {
  const { list, choice, problems, removed } = startChoice(10, true)
  await list.reload()
  choice.toggle(1)

  t.is(await choice.group('Rowing club', true), undefined)
  t.is(await choice.remove(), undefined)

  t.is(problems.length, 2)
  t.deepEqual(removed, [])
  t.is(choice.rows.peek().size, 1)
})
