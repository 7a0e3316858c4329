import test, { type ExecutionContext } from 'ava'
import { openRedis, type RedisConnection } from '../../../store/redis/connection.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { runCommand } from '../../support/redis/redis.ts'
import { startRedisCluster, type RedisCluster } from '../../support/redis/cluster.ts'
import { until } from '../fixture.ts'

async function clusterHere(t: ExecutionContext): Promise<RedisCluster> {
  const cluster = await startRedisCluster()
  t.teardown(() => cluster.stop())
  return cluster
}

/** Connects, and keeps the reason of every line. */
function open(t: ExecutionContext, { nodes }: RedisCluster) {
  const reasons: string[] = []
  const keep = ({ reason }: Readonly<Record<string, unknown>>) => void reasons.push(String(reason))
  const log = { info: () => undefined, warn: keep, error: keep }
  const target = { cluster: nodes }
  const connection = openRedis({
    target,
    commandTimeoutMs: RESPONSE_WAIT_LIMIT_MS,
    now: Date.now,
    log,
  })
  t.teardown(() => connection.close())
  return { connection, reasons }
}

function runIdOf(connection: RedisConnection): Promise<string> {
  return connection.query((_client, runId) => Promise.resolve(runId))
}

test('a Cluster of which one server said nothing of itself is asked again', async (t) => {
  const cluster = await clusterHere(t)
  const { connection: early } = open(t, cluster)
  await until(() => early.state() === 'up')
  const [, , { port } = { port: 0 }] = cluster.nodes
  await runCommand(port, ['ACL', 'SETUSER', 'default', '-info'])
  const { connection: late, reasons } = open(t, cluster)
  await until(() => reasons.length > 0)

  await runCommand(port, ['ACL', 'SETUSER', 'default', '+info'])
  await until(() => late.state() === 'up')

  t.regex(reasons[0] ?? '', /^NOPERM/)
  t.is(await runIdOf(late), await runIdOf(early))
})

test('a replica that takes over is noticed by who sends no commands', async (t) => {
  const cluster = await clusterHere(t)
  const { connection } = open(t, cluster)
  await until(() => connection.state() === 'up')
  const before = await runIdOf(connection)

  await cluster.swap()

  await until(async () => (await runIdOf(connection)) !== before)
  t.not(connection.uncertainSince(), undefined)
})
