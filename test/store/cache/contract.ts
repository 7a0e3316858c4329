import test, { type ExecutionContext } from 'ava'
import type { SessionCache } from '../../../store/cache/cache.ts'
import type { SessionRow } from '../../../store/record/session.ts'
import { newId } from '../fixture.ts'

/** A stored session with the parts a test cares for. */
export function storedSession(parts: Partial<SessionRow> = {}): SessionRow {
  return {
    id: newId(),
    vars: 'dGVtcHxiOjE7',
    ip: '192.0.2.7',
    changedAt: 1_000,
    createdAt: 500,
    version: 1,
    expiresAt: Date.now() + 60_000,
    ...parts,
  }
}

/** What every session cache promises, run against the one `open` gives. */
export function runCacheContract(
  name: string,
  open: (t: ExecutionContext) => Promise<SessionCache>,
): void {
  test.serial(`${name}: nothing is known of a new id`, async (t) => {
    const cache = await open(t)

    t.is((await cache.get(newId())).kind, 'none')
  })

  test.serial(`${name}: a session is answered as it was kept`, async (t) => {
    const cache = await open(t)
    const session = storedSession()

    t.is(await cache.set(session, 60_000), 'kept')

    t.deepEqual(await cache.get(session.id), { kind: 'session', session })
  })

  test.serial(`${name}: a lower version does not replace a higher one`, async (t) => {
    const cache = await open(t)
    const session = storedSession({ version: 1_795_230_742_000_001 })
    await cache.set(session, 60_000)

    const older = { ...session, version: 1_795_230_742_000_000, changedAt: 2_000 }

    t.is(await cache.set(older, 60_000), 'outdated')
    t.deepEqual(await cache.get(session.id), { kind: 'session', session })
  })

  test.serial(`${name}: a later touch of the same version replaces an earlier one`, async (t) => {
    const cache = await open(t)
    const session = storedSession({ changedAt: 1_000 })
    await cache.set(session, 60_000)

    t.is(await cache.set({ ...session, changedAt: 2_000 }, 60_000), 'kept')
    t.is(await cache.set({ ...session, changedAt: 1_500 }, 60_000), 'outdated')
    t.like(await cache.get(session.id), { session: { changedAt: 2_000 } })
  })

  test.serial(`${name}: an ended id stays ended`, async (t) => {
    const cache = await open(t)
    const session = storedSession()
    await cache.set(session, 60_000)

    await cache.tombstone(session.id, 60_000)

    t.is(await cache.set({ ...session, version: 9_000_000_000_000_000 }, 60_000), 'ended')
    t.is((await cache.get(session.id)).kind, 'ended')
  })

  test.serial(`${name}: an id can be ended before it is known`, async (t) => {
    const cache = await open(t)
    const session = storedSession()

    await cache.tombstone(session.id, 60_000)

    t.is(await cache.set(session, 60_000), 'ended')
  })

  test.serial(`${name}: it is up`, async (t) => {
    t.is((await open(t)).state(), 'up')
  })
}
