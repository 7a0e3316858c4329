import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import { openJournal } from '../../../store/journal/journal.ts'
import { replayJournal } from '../../../store/journal/replay.ts'
import { startJournal } from '../../../store/journal/start.ts'
import type { SessionRow } from '../../../store/record/session.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { newId } from '../fixture.ts'

const sound = { usedBytes: 0, maxBytes: 1_000, writeError: undefined, hasCopy: true }

/** Takes rows when told to, and remembers them. */
function scriptedSpool() {
  const rows: SessionRow[] = []
  let isDown = false
  let state: typeof sound | (Omit<typeof sound, 'writeError'> & { writeError: string }) = sound
  return {
    rows,
    setDown: (down: boolean) => (isDown = down),
    setState: (changed: typeof state) => (state = changed),
    spool: {
      state: () => state,
      async saveSession(row: SessionRow) {
        if (isDown) throw new StoreUnavailable('spool', '13', undefined)
        rows.push(row)
      },
    },
  }
}

async function open(t: ExecutionContext, flushMs = 3_600_000) {
  const directory = await temporaryDirectory(t)
  const scripted = scriptedSpool()
  const { spool } = scripted
  const limits = { flushMs, maxBytes: 1_000_000, maxQueuedWrites: 1_000 }
  const log = memoryLog()
  const journal = await openJournal({ directory, spool, ...limits, log })
  return { directory, journal, log, ...scripted }
}

function rowOf(version: number, changed: Partial<SessionRow> = {}): SessionRow {
  return {
    id: newId(),
    vars: Buffer.from(`page|i:${version};`).toString('base64'),
    ip: '192.0.2.7',
    changedAt: 5,
    createdAt: 4,
    version,
    expiresAt: Date.now() + 60_000,
    ...changed,
  }
}

test('what was acknowledged goes to the spool of the next process, of each session the latest', async (t) => {
  const { directory, journal } = await open(t)
  const [first, other] = [rowOf(1), rowOf(1)]
  const later = { ...first, version: 2 }
  for (const one of [first, other, later]) await journal.append(one, true)
  const next = scriptedSpool()

  // Nothing was closed, as after a kill.
  await replayJournal(directory, next.spool, Date.now)

  t.deepEqual(next.rows, [later, other])
  t.deepEqual(await readdir(directory), [])
  await journal.close()
})

test('rows go to the spool after a while, and are told once it has them', async (t) => {
  const { journal, rows } = await open(t, 1)
  const one = rowOf(1)
  const reported = new Promise<SessionRow>((resolve) => journal.onSpooled(resolve))
  await journal.append(one, true)

  t.deepEqual(await reported, one)

  t.deepEqual(rows, [one])
  await journal.close()
})

test('a batch that was cut short or damaged ends the journal, and those before it hold', async (t) => {
  for (const damage of ['cut', 'changed'] as const) {
    const { directory, journal } = await open(t)
    const whole = rowOf(1)
    await journal.append(whole, true)
    const path = join(directory, 'journal-0.log')
    const end = (await readFile(path)).lastIndexOf(']') + 1
    await journal.append(rowOf(2), true)
    const bytes = await readFile(path)
    bytes.fill(damage === 'cut' ? 0 : 0x31, end + 60, end + 90)
    await writeFile(path, bytes)
    const next = scriptedSpool()

    await replayJournal(directory, next.spool, Date.now)

    t.deepEqual(next.rows, [whole])
    await journal.close()
  }
})

test('what has expired does not come back, and neither does what a user ended', async (t) => {
  const { directory, journal, rows } = await open(t)
  const [expired, revoked] = [rowOf(1, { expiresAt: Date.now() - 1 }), rowOf(1)]
  const next = scriptedSpool()

  await journal.append(expired, true)
  await replayJournal(directory, next.spool, Date.now)
  await journal.append(revoked, true)
  journal.forget(revoked.id)
  await journal.close()

  t.deepEqual(next.rows, [])
  t.false(rows.some(({ id }) => id === revoked.id))
})

test('while the spool takes nothing rows stay durable and readable, in both files', async (t) => {
  const { directory, journal, log, setDown } = await open(t, 1)
  setDown(true)
  const [first, second] = [rowOf(1), rowOf(1)]
  await journal.append(first, true)
  while (log.messages.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await journal.append(second, true)

  await journal.close()

  t.deepEqual(journal.find(first.id), first)
  const next = scriptedSpool()
  await replayJournal(directory, next.spool, Date.now)
  t.deepEqual(new Set(next.rows), new Set([first, second]))
})

test('a spool that is full takes no new session, and one that cannot be written is asked itself', async (t) => {
  const { journal, setState, setDown, rows } = await open(t)
  setState({ ...sound, usedBytes: 1_000 })
  const refused = await t.throwsAsync(journal.append(rowOf(1), true))
  t.like(refused, { engineCode: 'full' })
  await journal.append(rowOf(2), false)

  setState({ ...sound, writeError: '13' })
  setDown(true)
  await t.throwsAsync(journal.append(rowOf(3), false), { instanceOf: StoreUnavailable })
  setDown(false)
  const taken = rowOf(4)
  await journal.append(taken, false)

  t.deepEqual(rows, [taken])
  await journal.close()
})

test('a graceful end leaves nothing behind', async (t) => {
  const { directory, journal, rows } = await open(t)
  const one = rowOf(1)
  await journal.append(one, true)

  await journal.close()

  t.deepEqual(rows, [one])
  t.deepEqual(await readdir(directory), [])
})

test('a file that is no journal is no session', async (t) => {
  const directory = await temporaryDirectory(t)
  await appendFile(join(directory, 'journal-0.log'), Buffer.alloc(100, 7))
  const next = scriptedSpool()

  await replayJournal(directory, next.spool, Date.now)

  t.deepEqual(next.rows, [])
})

test('a disk that takes nothing does not stop a start, and what was left stays for the next one', async (t) => {
  const { directory, journal, spool, setDown, rows } = await open(t)
  const one = rowOf(1)
  await journal.append(one, true)
  setDown(true)
  const log = memoryLog()
  const limits = { flushMs: 1, maxBytes: 1_000_000, maxQueuedWrites: 10 }
  const start = () =>
    startJournal({ ...limits, isWanted: true, directory, spool, now: Date.now, log })

  t.is(await start(), undefined)
  setDown(false)
  const started = await start()

  t.deepEqual(log.messages, ['journal cannot be used: going on without it'])
  t.deepEqual(rows, [one])
  await started?.close()
  await journal.close()
})
