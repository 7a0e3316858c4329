import test from 'ava'
import { createMemoryCache } from '../../../store/cache/memory.ts'
import { runCacheContract, storedSession } from './contract.ts'
import { movableClock } from '../fixture.ts'

runCacheContract('memory cache', () =>
  Promise.resolve(createMemoryCache({ maxEntries: 100, maxBytes: 1_000_000, now: Date.now })),
)

test('an entry past its time is forgotten', async (t) => {
  const clock = movableClock()
  const cache = createMemoryCache({ maxEntries: 10, maxBytes: 1_000_000, now: clock.now })
  const session = storedSession()
  await cache.set(session, 1_000)

  clock.move(1_001)

  t.is((await cache.get(session.id)).kind, 'none')
})

test('the least recently used entry goes first when entries are too many', async (t) => {
  const cache = createMemoryCache({ maxEntries: 2, maxBytes: 1_000_000, now: Date.now })
  const [first, second, third] = [storedSession(), storedSession(), storedSession()]
  await cache.set(first, 60_000)
  await cache.set(second, 60_000)
  await cache.get(first.id)

  await cache.set(third, 60_000)

  t.is((await cache.get(second.id)).kind, 'none')
  t.is((await cache.get(first.id)).kind, 'session')
})

test('the bytes of all entries are bounded', async (t) => {
  const cache = createMemoryCache({ maxEntries: 100, maxBytes: 5_000, now: Date.now })
  const sessions = Array.from({ length: 10 }, () => storedSession({ vars: 'x'.repeat(1_000) }))

  for (const session of sessions) await cache.set(session, 60_000)

  const findings = await Promise.all(sessions.map(({ id }) => cache.get(id)))
  t.is(findings.filter(({ kind }) => kind === 'session').length, 3)
})
