import test, { type ExecutionContext } from 'ava'
import { startPostern, type PosternConfig } from '../../support/postern/postern.ts'
import { makeCertificate } from '../../support/process/certificate.ts'
import { startRedisCluster } from '../../support/redis/cluster.ts'
import { startSentinelGroup } from '../../support/redis/sentinel.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const user = { username: 'postern', password: 'data-Zq9' }
const sentinelUser = { username: 'asker', password: 'sentinel-Zq9' }

// A process of its own: Node reads whom it trusts once, at its start.
async function startTrusting(t: ExecutionContext, redis: PosternConfig, certificate?: string) {
  const env = certificate === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificate }
  const postern = await startPostern({ t, config: { redis }, env })
  return postern
}

test('servers and Sentinels are asked over TLS, and their certificates are checked', async (t) => {
  const tls = await makeCertificate(await temporaryDirectory(t))
  const group = await startSentinelGroup({ user, sentinelUser, tls })
  t.teardown(() => group.stop())
  const redis = {
    ...{ sentinels: group.sentinels, name: group.name, ...user, tls: true },
    sentinelUsername: sentinelUser.username,
    sentinelPassword: sentinelUser.password,
  }

  const trusting = await startTrusting(t, redis, tls.certificate)
  await trusting.output.waitFor(/redis connected/)
  const distrusting = await startTrusting(t, redis)
  const [line] = await distrusting.output.waitFor(/.*redis not connected/)
  await group.failOver()
  await trusting.output.waitFor(/redis not connected[^]*redis connected/)

  t.regex(line, /All sentinels are unreachable/)
})

test('a Cluster is asked over TLS', async (t) => {
  const tls = await makeCertificate(await temporaryDirectory(t))
  const cluster = await startRedisCluster({ user, tls })
  t.teardown(() => cluster.stop())
  const redis = { cluster: cluster.nodes, ...user, tls: true }

  const postern = await startTrusting(t, redis, tls.certificate)
  await postern.output.waitFor(/redis connected/)

  t.notRegex(postern.output.text(), /data-Zq9/)
})
