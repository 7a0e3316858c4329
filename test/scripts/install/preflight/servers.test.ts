import { createServer } from 'node:http'
import test from 'ava'
import { portOf } from '../../../support/http/port-of.ts'
import { shareServers, startMachine } from '../../../support/install/machine.ts'
import { readReport } from '../../../support/install/run-launcher.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { startRedis } from '../../../support/redis/redis.ts'

const shared = shareServers(test)

test('every server of the configuration is asked before anything is changed, and told in words', async (t) => {
  const redis = await startRedis('--requirepass', 'right-Pw1')
  t.teardown(() => redis.stop())
  const port = await freePort()
  const machine = await startMachine(t, shared, {
    smtp: { host: '127.0.0.1', port },
    database: { url: `mysql://postern:secret-Zq9@127.0.0.1:${port}/mail` },
    redis: { url: `redis://:wrong-Pw1@127.0.0.1:${redis.port}` },
    panel: { adapter: 'http', http: { authUrl: `http://127.0.0.1:${port}/verify` } },
  })
  const dryRun = ['--config', machine.configFile, '--dry-run', '--json']

  const run = await machine.install(machine.release, ...dryRun)

  t.is(run.code, 0, run.output)
  const { findings } = readReport(run)
  const reported = (subject: string) => findings.find((finding) => finding.subject === subject)
  t.is(reported('IMAP')?.kind, 'fine')
  t.like(reported('SMTP'), { kind: 'warning' })
  t.regex(
    reported('SMTP')?.text ?? '',
    /refuses connections \(ECONNREFUSED\).*smtp\.host, smtp\.port/,
  )
  t.regex(reported('database')?.text ?? '', /refuses connections.*database\.url/)
  t.regex(reported('Redis')?.text ?? '', /refuses the password/)
  t.regex(reported('panel sessions')?.text ?? '', /refuses connections.*panel\.http\.authUrl/)
  t.notRegex(run.output, /secret-Zq9|wrong-Pw1/)
})

test('a first installation that would let everybody in is refused', async (t) => {
  const panel = createServer((_req, res) => void res.writeHead(200).end()).listen(0, '127.0.0.1')
  t.teardown(() => void panel.close())
  const machine = await startMachine(t, shared, {
    panel: { adapter: 'http', http: { authUrl: `http://127.0.0.1:${await portOf(panel)}/` } },
  })

  const run = await machine.install(machine.release, '--config', machine.configFile, '--json')

  t.is(run.code, 3, run.output)
  t.regex(run.output, /everybody would get in/)
})

test('an installation reports how far it is, what the doctor says, and what comes next', async (t) => {
  const machine = await startMachine(t, shared)

  const { code, output } = await machine.install(machine.release, '--config', machine.configFile)

  t.is(code, 0, output)
  const lines = output.split('\n')
  const at = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line))
  const order = [
    /^looking at this machine/,
    /^ok {3}IMAP: .* answers$/,
    /^done .*\/opt\/postern\/releases/,
    /^starting \(supervisor\), and waiting until it is ready, 300 s at most$/,
    /^asking postern doctor$/,
    /^postern doctor:$/,
    /^ {2}fine: \d+, warnings: \d+, errors: \d+$/,
    /^done$/,
    /^next:$/,
    /^ {2}let your web server pass \/cpsess<ten digits>\/3rdparty\/postern\/ on to http:/,
  ].map(at)
  t.false(order.includes(-1), `${JSON.stringify(order)}\n${output}`)
  t.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
  )
  t.is(lines.length, new Set(lines).size, 'no line is told twice')
  const json = await machine.install(machine.release, '--json')
  t.like(readReport(json), { outcome: 'nothing to do' })
})
