import test from 'ava'
import { fakeHttp } from '../../../../support/web/fake-http.ts'
import type { NativeList } from '../../../../../plugin/wire/native/types.ts'
import { createList, type MessageList } from '../../../../../plugin/web/state/list/list.ts'
import { createListMemory } from '../../../../../plugin/web/state/list/memory.ts'
import { wholeMailbox } from '../../../../../plugin/web/wire/query.ts'
import { uidSetOf } from '../../../../../plugin/web/wire/uid-set.ts'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'

interface Requested {
  readonly mailbox: string
  response(uids: readonly number[]): Promise<void>
}

/** A list, and what it requests: the test answers. */
function openList(): { readonly list: MessageList; readonly requested: Requested[] } {
  const requested: Requested[] = []
  const list = createList({
    http: fakeHttp({
      list: (input, { signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
          requested.push({
            mailbox: input.mailbox,
            response: async (uids) => {
              resolve(pageOf(input.mailbox, input.page ?? 1, uids))
              await settled()
            },
          })
        }),
    }),
    connection: { reach: (call) => call() },
    first: wholeMailbox('INBOX', false),
    pageSize: 50,
    maxRows: 1_000,
    memory: createListMemory({ maxLists: 8, maxRows: 100 }),
  })
  list.open(wholeMailbox('INBOX', false))
  return { list, requested }
}

function pageOf(mailbox: string, page: number, uids: readonly number[]): NativeList {
  return {
    kind: 'list',
    mailbox,
    uidValidity: '1',
    messages: uids.length,
    unseen: 0,
    total: uids.length,
    page,
    pageSize: 50,
    pageCount: 1,
    state: uids.join(),
    rows: uids.map((uid) => fakeMessage(uid).row),
  }
}

/** All that waits for the response has run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function shown(list: MessageList): readonly number[] {
  return [...list.rows.value.values()].map(({ uid }) => uid)
}

test('a folder that is opened while an action in another one is under way shows its messages', async (t) => {
  const { list, requested } = openList()
  await requested[0]?.response([3, 2, 1])
  const taken = list.take(uidSetOf([2]))

  list.open(wholeMailbox('Sent', false))
  await requested[1]?.response([9, 8])

  t.deepEqual([list.status.value.kind, shown(list)], ['ready', [9, 8]])
  taken.settle()
  t.deepEqual(shown(list), [9, 8])
})

test('a search that is answered while an action in its folder is under way is asked again', async (t) => {
  const { list, requested } = openList()
  await requested[0]?.response([3, 2, 1])
  const taken = list.take(uidSetOf([2]))

  list.open({ ...wholeMailbox('INBOX', false), search: 'Message' })
  await requested[1]?.response([3, 2])
  t.is(list.status.value.kind, 'loading')
  taken.settle()
  await requested[2]?.response([3])

  t.deepEqual([list.status.value.kind, shown(list)], ['ready', [3]])
})

test('an action that starts while its folder is being read lets it be read afterwards', async (t) => {
  const { list, requested } = openList()
  const release = list.hold()

  await requested[0]?.response([3, 2, 1])
  release()
  await requested[1]?.response([3, 2, 1])

  t.deepEqual([list.status.value.kind, shown(list)], ['ready', [3, 2, 1]])
})

test('what failed is not requested again by the end of an action', async (t) => {
  const { list, requested } = openList()
  list.stop()

  list.hold()()

  t.deepEqual([requested.length, list.status.value.kind], [1, 'stopped'])
})
