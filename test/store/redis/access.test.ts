import { once } from 'node:events'
import { createServer } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import type { RedisTarget } from '../../../store/redis/connect.ts'
import { openRedis } from '../../../store/redis/connection.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { startRedisCluster } from '../../support/redis/cluster.ts'
import { startSentinelGroup } from '../../support/redis/sentinel.ts'
import { until } from '../fixture.ts'

const user = { username: 'postern', password: 'data-Zq9' }
const sentinelUser = { username: 'asker', password: 'sentinel-Zq9' }

/** Connects, and keeps the reason of every line. */
function open(t: ExecutionContext, target: RedisTarget) {
  const reasons: string[] = []
  const keep = ({ reason }: Readonly<Record<string, unknown>>) => void reasons.push(String(reason))
  const log = { info: () => undefined, warn: keep, error: keep }
  const connection = openRedis({
    target,
    commandTimeoutMs: RESPONSE_WAIT_LIMIT_MS,
    now: Date.now,
    log,
  })
  t.teardown(() => connection.close())
  return { connection, reasons }
}

test('what Sentinels and servers say to a wrong password is the reason that is told', async (t) => {
  const group = await startSentinelGroup({ user, sentinelUser })
  t.teardown(() => group.stop())
  const access = {
    ...{ sentinels: group.sentinels, name: group.name, ...user },
    sentinelUsername: sentinelUser.username,
    sentinelPassword: sentinelUser.password,
  }
  const { username, ...withoutUser } = access

  for (const [target, reason] of [
    [{ ...access, sentinelPassword: 'other' }, /All sentinels are unreachable.*WRONGPASS/],
    [{ ...access, password: 'other' }, /^WRONGPASS/],
    [{ ...withoutUser, password: 'other' }, /^WRONGPASS/],
  ] as const) {
    const { reasons } = open(t, target)
    await until(() => reasons.length > 0)
    t.regex(reasons[0] ?? '', reason, username)
    t.false(reasons.join().includes('Zq9'))
  }
})

test('what a Cluster says to a wrong password is the reason that is told', async (t) => {
  const cluster = await startRedisCluster({ user })
  t.teardown(() => cluster.stop())

  const { reasons } = open(t, { cluster: cluster.nodes, ...user, password: 'other' })
  await until(() => reasons.length > 0)

  t.regex(reasons[0] ?? '', /WRONGPASS/)
})

test('a Sentinel that hangs is passed over', async (t) => {
  const group = await startSentinelGroup()
  t.teardown(() => group.stop())
  const hung = createServer().listen(0, '127.0.0.1')
  await once(hung, 'listening')
  t.teardown(() => void hung.close())
  const address = hung.address()
  if (address === null || typeof address === 'string') return t.fail('not listening on TCP')
  const sentinels = [{ host: '127.0.0.1', port: address.port }, ...group.sentinels]

  const { connection } = open(t, { sentinels, name: group.name })

  await until(() => connection.state() === 'up')
  t.pass()
})
