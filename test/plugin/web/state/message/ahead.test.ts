import { signal } from '@preact/signals'
import test from 'ava'
import { fetchAheadWhenIdle } from '../../../../../plugin/web/state/message/ahead.ts'
import type { NativeMessageName, NativeRow } from '../../../../../plugin/wire/native/types.ts'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'

const position = { mailbox: 'INBOX', uidValidity: '1' }

interface Options {
  readonly sizes: readonly number[]
  readonly maxMessages?: number
  readonly isHidden?: boolean
  readonly savesData?: boolean
  readonly refuses?: readonly number[]
}

/** A list whose rows have the UIDs 1, 2 and so on from its top, and what is requested ahead. */
function openAhead({ sizes, maxMessages = 2, refuses = [], ...page }: Options) {
  const rowAt = (index: number): NativeRow => {
    const { row } = fakeMessage(index + 1)
    return { ...row, size: sizes[index] ?? 0 }
  }
  const rows = signal<ReadonlyMap<number, NativeRow>>(
    new Map(sizes.map((_size, index) => [index, rowAt(index)])),
  )
  const opened = signal<NativeMessageName | undefined>(undefined)
  const isIntact = signal(true)
  const requested: number[] = []
  let forgotten = 0
  fetchAheadWhenIdle({
    list: {
      rows,
      name: signal(position),
      firstVisible: signal(0),
      positionOf: {
        peek: () => new Map([...rows.peek()].map(([index, { uid }]) => [uid, index] as const)),
      },
    },
    cache: {
      fetchAhead({ uid }) {
        requested.push(uid)
        return Promise.resolve(!refuses.includes(uid))
      },
      forgetAhead: () => (forgotten += 1),
    },
    reader: { opened },
    session: { isIntact },
    limits: { readAheadMessages: maxMessages, readAheadBytes: 1_000 },
    page: {
      hidden: page.isHidden === true,
      addEventListener: () => undefined,
    },
    navigator: { connection: { saveData: page.savesData } },
    whenIdle: (task) => task(),
    settleMs: 0,
  })
  return {
    rows,
    opened,
    isIntact,
    requested,
    forgotten: () => forgotten,
  }
}

/** Until everything that could be requested now was requested. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1))
}

test('as many messages as are set are fetched, from the top, and none that is too large', async (t) => {
  const { requested } = openAhead({ sizes: [10, 5_000, 10, 10], maxMessages: 3 })
  await settled()

  t.deepEqual(requested, [1, 3])
})

test('none is fetched in a page no one looks at, or where data is to be saved', async (t) => {
  const hidden = openAhead({ sizes: [10, 10], isHidden: true })
  const saving = openAhead({ sizes: [10, 10], savesData: true })
  await settled()

  t.deepEqual([hidden.requested, saving.requested], [[], []])
})

test('once one is refused no other is requested, and never the same again', async (t) => {
  const { requested, rows } = openAhead({ sizes: [10, 10], refuses: [1] })
  await settled()
  t.deepEqual(requested, [1])

  rows.value = new Map(rows.value)
  await settled()

  t.deepEqual(requested, [1, 2])
})

test('with a message open the one below it is fetched', async (t) => {
  const { requested, opened } = openAhead({ sizes: [10, 10, 10, 10] })
  await settled()

  opened.value = { ...position, uid: 2 }
  await settled()

  t.deepEqual(requested, [1, 2, 3])
})

test('nothing is stored of a session that is over', async (t) => {
  const { isIntact, forgotten } = openAhead({ sizes: [10, 10] })
  await settled()
  const before = forgotten()

  isIntact.value = false
  await settled()

  t.is(before, 0)
  t.true(forgotten() > 0)
})
