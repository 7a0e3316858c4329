import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { loadConfig } from '../../../../plugin/config/config.ts'
import { withServerPasswords } from '../../../../plugin/config/secrets/server-passwords.ts'
import { startPostgres } from '../../../support/database/postgres.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { portOf } from '../../../support/http/port-of.ts'
import { runMain } from '../../../support/postern/run-main.ts'
import { makeCertificate } from '../../../support/process/certificate.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { startRedis } from '../../../support/redis/redis.ts'
import { startSieveDovecot } from '../../../support/sieve/manage-sieve.ts'
import { startSmtpSink } from '../../../support/smtp/sink.ts'
import { postern } from '../command-line.ts'

const REDIS_PASSWORD = 'redis-Pw.1/@'
const WRONG_PASSWORD = 'wrong-Zq9'

/** A panel, a mail server, a submission server and a Redis, and the file of an installation that starts. */
async function surroundings(t: ExecutionContext) {
  const directory = await temporaryDirectory(t)
  const dovecot = await startDovecot({ t, users: 1 })
  const sink = await startSmtpSink({})
  t.teardown(() => sink.stop())
  const panel = createServer((_req, res) => void res.writeHead(401).end()).listen(0, '127.0.0.1')
  t.teardown(() => void panel.close())
  const redis = await startRedis('--requirepass', REDIS_PASSWORD)
  t.teardown(() => redis.stop())
  const file = join(directory, 'postern.json')
  const keys = join(directory, 'secrets')
  await mkdir(keys, { mode: 0o700 })
  const paths = {
    dataDir: join(directory, 'data'),
    credentialsDir: keys,
    errorLog: join(directory, 'error.log'),
    database: { url: `sqlite:${join(directory, 'postern.db')}` },
  }
  await writeFile(file, JSON.stringify({ ...paths, webmail: { productName: 'Our mail' } }))
  const right = {
    panel: ['http', `http://127.0.0.1:${await portOf(panel)}/verify`, 'none', 'yes'],
    imap: ['127.0.0.1', 'none', `${dovecot.port}`, dovecot.userName(1), dovecot.password],
    smtp: ['127.0.0.1', 'none', `${sink.port}`, 'no'],
    sieve: ['none'],
    database: ['sqlite', ''],
    redis: [redis.url, REDIS_PASSWORD],
  }
  return { directory, file, keys, dovecot, redis, right }
}

test('answers that work become a configuration, and passwords of servers files of their own', async (t) => {
  const { directory, file, keys, right, redis, dovecot } = await surroundings(t)
  const input = `${[...Object.values(right).flat(), 'yes'].join('\n')}\n`

  const { code, output } = await runMain(directory, ['setup', '--config', file], { input })

  t.is(code, 0, output)
  t.regex(output, /postern\.json: the configuration is valid\nNext: /)
  const text = await readFile(file, 'utf8')
  t.false(text.includes(REDIS_PASSWORD) || text.includes(encodeURIComponent(REDIS_PASSWORD)))
  t.is((await stat(file)).mode & 0o777, 0o640)
  const secret = join(keys, 'redis-password.secret')
  t.is((await stat(secret)).mode & 0o777, 0o600)
  t.is(await readFile(secret, 'utf8'), `${REDIS_PASSWORD}\n`)
  const config = await loadConfig(file, { NODE_ENV: 'production' })
  t.like(config, {
    imap: { port: dovecot.port, tls: false },
    webmail: { productName: 'Our mail' },
    redis: { url: redis.url },
    session: { secureCookie: true },
  })
  const { redis: complete } = await withServerPasswords(config)
  const doctor = await postern(['doctor', '--json', '--config', file])
  t.regex(doctor.output, /"redis\.answers"/)
  t.true(complete !== null && 'url' in complete && complete.url.includes('redis-Pw.1%2F%40'))
})

test('what does not work is told in words with what to do, and asked again', async (t) => {
  const { file, right, dovecot } = await surroundings(t)
  const refused = await freePort()
  const [host, , port, user] = right.imap
  const typed = [
    ...['http', `http://127.0.0.1:${refused}/verify`, 'none', 'yes', 'correct', ...right.panel],
    ...['mail.invalid', 'none', '143', 'none', 'correct'],
    ...[`${host}`, 'tls', `${port}`, 'no', 'none', 'correct'],
    ...[`${host}`, 'none', `${port}`, `${user}`, WRONG_PASSWORD, 'correct', ...right.imap],
    ...['127.0.0.1', 'none', `${refused}`, 'no', 'correct', ...right.smtp],
    ...[
      'mail.invalid',
      'mail.invalid:4190',
      'correct',
      `127.0.0.1:${refused}`,
      'correct',
      ...right.sieve,
    ],
    ...['mysql', `mysql://postern@127.0.0.1:${refused}/mail`, 'pw', 'correct', ...right.database],
    ...[`${right.redis[0]}`, WRONG_PASSWORD, 'correct', ...right.redis],
    'yes',
  ]

  const { code, output, complaints } = await postern(['setup', '--config', file], {}, typed)

  t.is(code, 0, output + complaints)
  t.regex(
    output,
    /ERROR {3}the panel at .* refuses connections \(ECONNREFUSED\)\n {8}nothing listens/,
  )
  t.regex(output, /mail\.invalid:143 is not found: its name does not resolve/)
  t.regex(output, /does not speak TLS as it is configured/)
  t.regex(output, new RegExp(`${dovecot.userName(1)} cannot sign in: .*Authentication failed`))
  t.regex(output, /the submission server at .* refuses connections/)
  t.regex(output, /the server of filters at mail\.invalid:4190 is not found/)
  t.regex(output, /a host and a port, e\.g\. 127/)
  t.regex(output, /the server of filters at 127\.0\.0\.1:\d+ refuses connections/)
  t.regex(output, /the database at mysql:\/\/127\.0\.0\.1:\d+\/mail refuses connections/)
  t.regex(output, /Redis at .* refuses the password/)
  t.false(output.includes(WRONG_PASSWORD))
})

test('the server of filters is one question, and an empty response leaves what was decided', async (t) => {
  const { file, right } = await surroundings(t)
  const { sievePort } = await startSieveDovecot({ t, users: 1 })
  const { panel, imap, smtp, database, redis } = right
  const run = async (sieve: string) => {
    const typed = [...panel, ...imap, ...smtp, sieve, ...database, ...redis, 'yes']
    const { code, output } = await postern(['setup', '--config', file], {}, typed)
    t.is(code, 0, output)
    return { output, sieve: (await loadConfig(file, {})).sieve }
  }

  const named = await run(`127.0.0.1:${sievePort}`)
  const again = await run('')
  const without = await run('none')
  const still = await run('')

  t.regex(named.output, /ok {6}127\.0\.0\.1:\d+ answers/)
  t.like(named.sieve, { host: '127.0.0.1', port: sievePort, tls: false })
  t.deepEqual(again.sieve, named.sieve)
  t.is(without.sieve, null)
  t.is(still.sieve, null)
})

test('a server of filters that speaks TLS from the first byte is configured so', async (t) => {
  const { file, right } = await surroundings(t)
  const { key, certificate } = await makeCertificate(await temporaryDirectory(t))
  const tlsPort = await freePort()
  const settings = `
ssl = yes
ssl_cert = <${certificate}
ssl_key = <${key}
service managesieve-login {
  inet_listener sieves {
    port = ${tlsPort}
    ssl = yes
  }
}`
  await startSieveDovecot({ t, users: 1, settings })
  const { panel, imap, smtp, database, redis } = right
  const typed = [...panel, ...imap, ...smtp, `127.0.0.1:${tlsPort}`, ...database, ...redis, 'yes']

  const { code, output } = await postern(['setup', '--config', file], {}, typed)

  t.is(code, 0, output)
  const { sieve } = await loadConfig(file, {})
  t.like(sieve, { host: '127.0.0.1', port: tlsPort, tls: true, rejectUnauthorized: false })
})

test('what does not work can be kept as it is', async (t) => {
  const { file, right } = await surroundings(t)
  const port = await freePort()
  const typed = [
    ...right.panel,
    ...['127.0.0.1', 'none', `${port}`, 'none', 'keep'],
    ...[...right.smtp, ...right.sieve, ...right.database, 'none', 'yes'],
  ]

  const { code } = await postern(['setup', '--config', file], {}, typed)

  t.is(code, 0)
  t.like(await loadConfig(file, {}), { imap: { port }, redis: null })
})

test('an empty response is what the file has already', async (t) => {
  const { file, right } = await surroundings(t)
  const typed = [...Object.values(right).flat(), 'yes']
  t.is((await postern(['setup', '--config', file], {}, typed)).code, 0)
  const before = await loadConfig(file, {})

  const { code } = await postern(['setup', '--config', file], {}, Array<string>(30).fill(''))

  t.is(code, 0)
  t.deepEqual(await loadConfig(file, {}), before)
})

test('a database server takes its password from its own file', async (t) => {
  const { file, keys, right } = await surroundings(t)
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const url = new URL(server.url)
  url.password = 'database-Pw'
  const mail = [...right.imap.slice(0, 3), 'none', ...right.smtp, ...right.sieve]
  const typed = [...right.panel, ...mail, 'postgres', url.href, 'none', 'yes']

  const { code, output } = await postern(['setup', '--config', file], {}, typed)

  t.is(code, 0, output)
  t.regex(output, /ok {6}the database at|ok {6}postgres.* answers/)
  t.is(await readFile(join(keys, 'database-password.secret'), 'utf8'), 'database-Pw\n')
  t.false((await readFile(file, 'utf8')).includes('database-Pw'))
})

test('answers that end too early, or a no at the end, change nothing', async (t) => {
  const { file, right } = await surroundings(t)
  const before = await readFile(file, 'utf8')
  const all = Object.values(right).flat()

  const ended = await postern(['setup', '--config', file], {}, right.panel)
  const refused = await postern(['setup', '--config', file], {}, [...all, 'no'])

  t.not(ended.code, 0)
  t.regex(ended.complaints, /nothing was written/)
  t.not(refused.code, 0)
  t.regex(refused.output, /nothing was written/)
  t.is(await readFile(file, 'utf8'), before)
})

test('cPanel is looked for on this machine', async (t) => {
  const { file, right } = await surroundings(t)
  const { panel, ...others } = right
  const typed = ['cpanel', 'correct', ...panel, ...Object.values(others).flat(), 'yes']

  const { code, output } = await postern(['setup', '--config', file], {}, typed)

  t.is(code, 0, output)
  t.regex(output, /there is no \/usr\/local\/cpanel on this machine/)
})

test('a file that is no configuration is named, and stays', async (t) => {
  const file = join(await temporaryDirectory(t), 'postern.json')
  await writeFile(file, '{"imap":')

  const error = await t.throwsAsync(postern(['setup', '--config', file]))

  t.regex(error.message, /postern\.json: is not a JSON object/)
  t.is(await readFile(file, 'utf8'), '{"imap":')
})
