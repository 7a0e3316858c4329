import test from 'ava'
import { z } from 'zod'
import { readAdminEndpoint } from '../../../plugin/admin/endpoint-file.ts'
import { eventually } from '../../support/database/rows.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern, type Postern } from '../../support/postern/postern.ts'
import { startRedis } from '../../support/redis/redis.ts'
import { startSmtpSink } from '../../support/smtp/sink.ts'

const readiness = z.object({
  ready: z.boolean(),
  missing: z.array(z.string()),
  backends: z.record(z.string(), z.enum(['up', 'down'])),
})

async function addressOf({ directory }: Postern): Promise<string> {
  const endpoint = await readAdminEndpoint(directory)
  if (endpoint === undefined) throw new Error('no private listener')
  return endpoint.address
}

async function readyz(address: string) {
  const response = await fetch(`${address}/readyz`)
  return { status: response.status, ...readiness.parse(await response.json()) }
}

test('a required backend that is down makes Postern not ready, and the process lives on', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const submission = await startSmtpSink({ t })
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  const postern = await startPostern({
    t,
    mail: dovecot,
    submission,
    redis,
    config: {
      health: { required: ['imap', 'smtp', 'panel', 'redis', 'database'] },
      tuning: { health: { freshMs: 1_000 } },
    },
  })
  const address = await addressOf(postern)

  const before = await eventually(
    () => readyz(address),
    ({ ready }) => ready,
  )
  await dovecot.kill()
  await submission.stop()
  await redis.kill()
  const after = await eventually(
    () => readyz(address),
    ({ missing }) => missing.length === 3,
  )
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const health = await fetch(`${address}/healthz`)

  t.is(before.status, 200)
  t.is(after.status, 503)
  t.deepEqual(after.missing, ['imap', 'smtp', 'redis'])
  t.like(after.backends, { imap: 'down', smtp: 'down', redis: 'down', panel: 'up', database: 'up' })
  for (const down of ['imap', 'smtp', 'cache']) {
    t.regex(metrics, new RegExp(`^postern_backend_up\\{backend="${down}"\\} 0$`, 'm'))
  }
  for (const up of ['panel', 'database', 'spool']) {
    t.regex(metrics, new RegExp(`^postern_backend_up\\{backend="${up}"\\} 1$`, 'm'))
  }
  t.is(health.status, 200)
})

test('a backend that is not required is told, and Postern stays ready', async (t) => {
  const nobody = { host: '127.0.0.1', port: 1 }
  const postern = await startPostern({ t, mail: nobody, submission: nobody })
  const address = await addressOf(postern)

  const reported = await eventually(
    () => readyz(address),
    ({ backends }) => 'imap' in backends,
  )

  t.is(reported.status, 200)
  t.deepEqual(reported.missing, [])
  t.like(reported.backends, { imap: 'down', smtp: 'down', spool: 'up' })
})
