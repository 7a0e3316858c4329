import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { unobserved } from '../../../store/observer/observer.ts'
import { openSpool } from '../../../store/spool/spool.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { storedSession } from '../cache/contract.ts'

async function openTestSpool(t: ExecutionContext) {
  const directory = await temporaryDirectory(t)
  const log = memoryLog()
  const spool = await openSpool({
    path: join(directory, 'spool.db'),
    copyPath: join(directory, 'spool-copy.db'),
    reportDamage: () => undefined,
    maxQueuedWrites: 100,
    maxBytes: 1_000_000_000,
    maxDocuments: 100,
    observer: unobserved,
    now: () => 0,
    log,
  })
  t.teardown(() => spool.close())
  return { spool, log }
}

test('a row with a fraction as its time costs itself: it is dead-lettered, and the others drain', async (t) => {
  const { spool, log } = await openTestSpool(t)
  const [sound, unreadable] = [storedSession(), { ...storedSession(), expiresAt: 1.5 }]
  await spool.saveSession(unreadable)
  await spool.saveSession(sound)

  const first = await spool.undrained(10)
  const second = await spool.undrained(1)
  const scanned = await spool.sessionsAfter('', 10)

  t.deepEqual(
    [first, second].map(({ sessions }) => sessions.map(({ session }) => session.id)),
    [[sound.id], [sound.id]],
  )
  t.deepEqual(
    scanned.map(({ id }) => id),
    [sound.id],
  )
  t.is((await spool.backlog()).deadLetters.rows, 1)
  t.true(log.messages.some((message) => message.includes('set aside')))
})

test('the mark of an ended session with a fraction as its time costs itself', async (t) => {
  const { spool } = await openTestSpool(t)
  const end = { version: 1, expiresAt: 9_000 }
  await spool.endSession({ ...end, id: 'a'.repeat(32), expiresAt: 0.5 })
  await spool.endSession({ ...end, id: 'b'.repeat(32) })

  const { ends } = await spool.undrained(10)

  t.deepEqual(
    ends.map(({ id }) => id),
    ['b'.repeat(32)],
  )
  t.is((await spool.endsAfter('', 10)).length, 1)
})
