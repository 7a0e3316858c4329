import test, { type ExecutionContext } from 'ava'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { foreign, newId, openTestStore } from '../fixture.ts'

// Sessions of Roundcube that are moved here while users use them.

const NOW = 1_800_000_000_000
const LIFE_MS = 600_000

async function openSessions(t: ExecutionContext) {
  const store = await openTestStore({
    directory: await temporaryDirectory(t),
    foreign,
    now: () => NOW,
  })
  t.teardown(() => store.close(0))
  if (store.foreignSessions === undefined) throw new Error('the store was told of another program')
  return store.foreignSessions
}

const session = (user: string, secondsAgo: number) => ({
  vars: Buffer.from(`username|s:${user.length}:"${user}";`),
  ip: '192.0.2.7',
  changed: NOW / 1_000 - secondsAgo,
})

const copied = { lifeMs: LIFE_MS, seen: undefined }

test('a copy is taken, and again when it was changed where it comes from', async (t) => {
  const sessions = await openSessions(t)
  const id = newId()

  const { version: seen } = await sessions.adopt(id, session('anna', 9), copied)
  await sessions.adopt(id, session('bert', 9), { ...copied, seen })

  t.deepEqual((await sessions.load(id)).session, session('bert', 9))
})

test('a copy loses against what Roundcube has written here since, and wins over what is older', async (t) => {
  const sessions = await openSessions(t)
  const id = newId()
  const startVersion = sessions.currentVersion()
  await sessions.save(id, session('here', 5), { lifeMs: LIFE_MS, seen: undefined, startVersion })

  t.is((await sessions.adopt(id, session('older', 6), copied)).outcome, 'late')
  t.deepEqual((await sessions.load(id)).session, session('here', 5))
  t.is((await sessions.adopt(id, session('newer', 4), copied)).outcome, 'kept')
  t.deepEqual((await sessions.load(id)).session, session('newer', 4))
})

test('who has signed out here does not come back with an old copy', async (t) => {
  const sessions = await openSessions(t)
  const id = newId()
  await sessions.adopt(id, session('anna', 9), copied)
  await sessions.end(id)

  t.is((await sessions.adopt(id, session('anna', 9), copied)).outcome, 'ended')
  t.is((await sessions.load(id)).session, undefined)
  t.true(await sessions.hasEnded(id))
  t.false(await sessions.hasEnded(newId()))
})

test('who has signed out where a session comes from is signed out here, unless it was used here since', async (t) => {
  const sessions = await openSessions(t)
  const [left, used] = [newId(), newId()]
  const { version: seenOfLeft } = await sessions.adopt(left, session('anna', 9), copied)
  const { version: seenOfUsed } = await sessions.adopt(used, session('bert', 9), copied)
  const startVersion = sessions.currentVersion()
  await sessions.save(used, session('used', 1), { lifeMs: LIFE_MS, seen: seenOfUsed, startVersion })

  t.true(await sessions.endAdopted(left, seenOfLeft))
  t.false(await sessions.endAdopted(used, seenOfUsed))
  t.is((await sessions.load(left)).session, undefined)
  t.deepEqual((await sessions.load(used)).session, session('used', 1))
})

test('who follows hears of each write and each end, until it is stopped', async (t) => {
  const sessions = await openSessions(t)
  const [first, second] = [newId(), newId()]
  const heard: string[] = []
  const following = sessions.follow((id) => void heard.push(id))

  await sessions.adopt(first, session('anna', 9), copied)
  await sessions.end(first)
  following.stop()
  await sessions.adopt(second, session('bert', 9), copied)

  t.deepEqual(heard, [first, first])
})
