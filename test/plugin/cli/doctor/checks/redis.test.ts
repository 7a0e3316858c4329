import test, { type ExecutionContext } from 'ava'
import { checkRedis } from '../../../../../plugin/cli/doctor/checks/redis.ts'
import { startRedis, type RedisServer } from '../../../../support/redis/redis.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

async function withRedis(t: ExecutionContext) {
  const redis: RedisServer = await startRedis()
  t.teardown(() => redis.stop())
  const config = { redis: { url: redis.url } }
  return { redis, patient: patientIn(await temporaryDirectory(t), { config }) }
}

test('no Redis is a note', async (t) => {
  const patient = patientIn(await temporaryDirectory(t))

  t.is((await findingOf(checkRedis, patient, 'redis.none')).severity, 'note')
})

test('a Redis that answers is fine', async (t) => {
  const { patient } = await withRedis(t)

  t.is((await findingOf(checkRedis, patient, 'redis.answers')).severity, 'fine')
})

test('a Redis that is missing is an error', async (t) => {
  const { redis, patient } = await withRedis(t)
  await redis.kill()

  const finding = await findingOf(checkRedis, { ...patient, timeoutMs: 2_000 }, 'redis.unreachable')

  t.is(finding.severity, 'error')
  t.regex(finding.seen, /refuses connections \(ECONNREFUSED\)$/)
  t.regex(finding.advice ?? '', /redis\.url/)
})

test('a wrong password for Redis is told by the words of Redis', async (t) => {
  const { redis, patient } = await withRedis(t)
  await redis.command('CONFIG', 'SET', 'requirepass', 'secret-Zq9')

  // It is asked again until then; the first response has to come within.
  const inTime = { ...patient, timeoutMs: 10_000 }
  const finding = await findingOf(checkRedis, inTime, 'redis.unreachable')

  t.regex(finding.seen, /asks for a password: .*NOAUTH/)
  const config = { redis: { url: `redis://:wrong-Pw1@127.0.0.1:${redis.port}` } }
  const wrong = patientIn(await temporaryDirectory(t), { config })
  const { seen, advice } = await findingOf(checkRedis, wrong, 'redis.unreachable')
  t.regex(seen, /refuses the password: .*WRONGPASS/)
  t.regex(advice ?? '', /redis-password\.secret/)
  t.false(JSON.stringify({ seen, advice }).includes('wrong-Pw1'))
})

test('a Redis that refuses writes rather than evicting is fine', async (t) => {
  const { patient } = await withRedis(t)

  t.is((await findingOf(checkRedis, patient, 'redis.keeps')).severity, 'fine')
})

test('a Redis that evicts is a warning', async (t) => {
  const { redis, patient } = await withRedis(t)
  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')

  t.regex((await findingOf(checkRedis, patient, 'redis.eviction')).seen, /allkeys-lru/)
})

test('a Redis that forbids CONFIG is a note', async (t) => {
  const { redis, patient } = await withRedis(t)
  await redis.command('ACL', 'SETUSER', 'default', '-config')

  t.is((await findingOf(checkRedis, patient, 'redis.config-hidden')).severity, 'note')
})

test('a read-only replica is an error', async (t) => {
  const { redis, patient } = await withRedis(t)
  await redis.command('CONFIG', 'SET', 'replica-serve-stale-data', 'yes')
  await redis.command('REPLICAOF', '127.0.0.1', '1')

  t.is((await findingOf(checkRedis, patient, 'redis.replica')).severity, 'error')
})
