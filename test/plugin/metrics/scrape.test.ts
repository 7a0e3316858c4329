import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { eventually } from '../../support/database/rows.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { openMeteredPostern, sharedMeteredPostern, signedIn } from './metered-postern.ts'

const shared = sharedMeteredPostern()

async function scrape(address: string): Promise<string> {
  return (await fetch(`${address}/metrics`)).text()
}

test('requests are counted by action and outcome, with their phases', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  const client = await signedIn(metered, 1)

  await client.list('INBOX')
  const metrics = await scrape(metered.endpoint.address)

  t.regex(metrics, /^postern_requests_total\{action="list",outcome="ok"\} 1$/m)
  t.regex(metrics, /^postern_request_phase_seconds_count\{action="list",phase="imap"\} 1$/m)
  t.regex(metrics, /^postern_request_phase_seconds_count\{action="login",phase="session"\} 1$/m)
})

test('sign-ins are counted by outcome', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  await signedIn(metered, 1)
  await createWebmailClient(metered.postern.base()).signIn(metered.dovecot.userName(2), 'wrong')

  const metrics = await scrape(metered.endpoint.address)

  t.regex(metrics, /^postern_sign_ins_total\{outcome="accepted"\} 1$/m)
  t.regex(metrics, /^postern_sign_ins_total\{outcome="refused"\} 1$/m)
})

test('an outage of the mail server is never counted as a refused sign-in', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  await metered.dovecot.kill()
  const client = createWebmailClient(metered.postern.base())

  await client.signIn(metered.dovecot.userName(1), metered.dovecot.password)
  const metrics = await scrape(metered.endpoint.address)

  t.regex(metrics, /^postern_sign_ins_total\{outcome="unavailable"\} 1$/m)
  t.notRegex(metrics, /outcome="refused"/)
})

test('connections, spool and backends are told as they are at the scrape', async (t) => {
  const metered = shared()
  await signedIn(metered, 1)

  const metrics = await eventually(
    () => scrape(metered.endpoint.address),
    (text) => /^postern_spool_depth 0$/m.test(text),
  )

  t.regex(metrics, /^postern_spool_depth 0$/m)
  t.regex(metrics, /^postern_imap_connections\{use="(idle|working)"\} [1-9]/m)
  t.regex(metrics, /^postern_backend_up\{backend="database"\} 1$/m)
  t.regex(metrics, /^postern_drained_rows_total [1-9]/m)
  t.regex(metrics, /^nodejs_eventloop_lag_seconds /m)
})

test('no label names a user, an address or a session', async (t) => {
  const metered = shared()
  const client = await signedIn(metered, 1)
  await client.list('INBOX')

  const metrics = await scrape(metered.endpoint.address)

  t.false(metrics.includes(metered.dovecot.userName(1)))
  t.false(metrics.includes('127.0.0.1'))
  t.notRegex(metrics, /[0-9a-f]{32}/)
  t.notRegex(metrics, /cpsess/)
})

for (const [what, file] of [
  ['dashboard', 'plugin/docs/grafana-dashboard.json'],
  ['alert rules', 'plugin/docs/prometheus-alerts.yml'],
] as const) {
  test(`every metric of the ${what} exists, with the labels it is chosen by`, async (t) => {
    const metered = shared()
    await signedIn(metered, 1)
    await createWebmailClient(metered.postern.base()).signIn(metered.dovecot.userName(3), 'wrong')
    const text = await readFile(file, 'utf8')
    const metrics = await scrape(metered.endpoint.address)

    const named = new Set(text.match(/\b(postern|process|nodejs)_[a-z_]+\b/g))
    const unknown = [...named].filter((name) => {
      return !metrics.includes(`# TYPE ${name.replace(/_(bucket|sum|count)$/, '')} `)
    })
    // Prometheus adds job and instance.
    const labels = [...text.matchAll(/\b(postern_[a-z_]+)\{(?!job|instance)([a-z]+)[=!]/g)]
    const unlabelled = labels
      .map(([, name = '', label = '']) => ({ name, label }))
      .filter(({ name, label }) => {
        const sample = metrics.split('\n').find((line) => line.startsWith(`${name}{`))
        return sample !== undefined && !sample.includes(`${label}="`)
      })

    t.true(named.size >= 10)
    t.deepEqual(unknown, [])
    t.deepEqual(unlabelled, [])
  })
}

test('every backend that an alert rule names is one that is told', async (t) => {
  const rules = await readFile('plugin/docs/prometheus-alerts.yml', 'utf8')
  const metrics = await scrape(shared().endpoint.address)

  const named = [...rules.matchAll(/\{backend=~?"([a-z|]+)"\}/g)].flatMap(([, names = '']) =>
    names.split('|'),
  )

  t.deepEqual(named.toSorted(), ['cache', 'database', 'imap', 'panel', 'smtp', 'spool'])
  for (const name of named) t.true(metrics.includes(`postern_backend_up{backend="${name}"} `), name)
})

test('a slow mail server is named in one line with the request id', async (t) => {
  const metered = await openMeteredPostern({ tuning: { log: { slowMs: 100 } } })
  t.teardown(() => metered.stop())
  const client = await signedIn(metered, 1)

  metered.dovecot.pause()
  const listed = client.list('INBOX')
  // Time enough for the request to arrive and to be slow.
  await sleep(1_500)
  metered.dovecot.resume()
  await listed
  const [line] = await metered.postern.output.waitFor(
    /^.*"action":"list".*"msg":"request slow".*$/m,
  )

  t.regex(line, /"requestId":"[0-9a-f]{8}","action":"list","user":"user0001@example\.test"/)
  t.regex(line, /"what":"the mail server was slow"/)
})
