import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { ConfigFault, loadConfig, parseConfig } from '../../../plugin/config/config.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

function problemsOf(value: unknown, environment: Record<string, string> = {}): readonly string[] {
  try {
    parseConfig(value, environment)
  } catch (error) {
    if (error instanceof ConfigFault) return error.problems
    throw error
  }
  return []
}

test('the start contract of the design is accepted as it stands', (t) => {
  const config = parseConfig({
    listen: { host: '127.0.0.1', port: 8090 },
    private: { host: '127.0.0.1', port: 8091 },
    panel: { adapter: 'static', segmentLetters: 'cpsess', upstream: null, static: { open: true } },
    webmail: { app: 'roundcube', mode: 'standalone', upstream: null },
    imap: { host: '127.0.0.1', port: 143, tls: false },
    smtp: { host: '127.0.0.1', port: 25, tls: false },
    redis: { url: 'redis://127.0.0.1:6379/3' },
    database: { url: 'sqlite:./data/postern.db' },
    dataDir: './data',
    errorLog: './data/error.log',
  })
  t.deepEqual(config.redis, { url: 'redis://127.0.0.1:6379/3' })
  t.is(config.session.idleMs, 30 * 60_000)
})

test('a setting that there is no more is an unknown key, in the file and in the environment', async (t) => {
  const file = join(await temporaryDirectory(t), 'config.json')
  await writeFile(file, JSON.stringify({ imap: { lineBytes: 5_000 } }))

  const ofFile = await t.throwsAsync(loadConfig(file, {}), { instanceOf: ConfigFault })
  t.regex(ofFile.message, /^imap: unknown key "lineBytes"/)
  await writeFile(file, '{}')
  const ofEnvironment = await t.throwsAsync(loadConfig(file, { POSTERN_IMAP_LINE_BYTES: '5000' }), {
    instanceOf: ConfigFault,
  })
  t.is(ofEnvironment.message, 'POSTERN_IMAP_LINE_BYTES: names no setting')
})

test('an empty configuration has every default', (t) => {
  const config = parseConfig({})
  t.deepEqual(config.imap.port, 143)
  t.is(config.redis, null)
  t.is(config.database.url, 'sqlite:./data/postern.db')
})

test('every fault is reported, each with its key', (t) => {
  const problems = problemsOf({ imap: { port: 'x' }, panel: { segmentLetters: 'CP' }, lissen: 1 })
  t.true(problems.some((line) => line.startsWith('imap.port:')))
  t.true(problems.some((line) => line.startsWith('panel.segmentLetters:')))
  t.true(problems.some((line) => line.includes('unknown key "lissen"')))
})

test('the static adapter is refused in production', (t) => {
  t.regex(problemsOf({}, { NODE_ENV: 'production' }).join('\n'), /panel\.adapter/)
})

test('a cipher of Roundcube whose passwords cannot be read is refused by its name', (t) => {
  const withCipher = (cipherMethod: string) => ({ webmail: { accelerate: { cipherMethod } } })

  t.deepEqual(problemsOf(withCipher('AES-256-GCM')), [])
  t.deepEqual(problemsOf(withCipher('AES-256-ECB')), [
    'webmail.accelerate.cipherMethod: passwords sealed by "AES-256-ECB" cannot be read',
  ])
})

test('the http adapter needs the address it asks', (t) => {
  t.regex(problemsOf({ panel: { adapter: 'http' } }).join('\n'), /panel\.http\.authUrl/)
})

test('the shim needs a Unix socket and no other webmail behind it', (t) => {
  const problems = problemsOf({
    panel: { adapter: 'shim' },
    webmail: { mode: 'accelerate', upstream: 'http://127.0.0.1:9' },
  })
  t.regex(problems.join('\n'), /listen\.unix/)
  t.regex(problems.join('\n'), /webmail\.mode/)
})

test('several instances are refused without what they share, all of it at once', (t) => {
  const problems = problemsOf({ instances: 'several' })

  t.deepEqual(
    problems.map((line) => line.split(':')[0]),
    ['redis', 'database.url', 'credentialsDir'],
  )
})

test('several instances with Redis, a database server and shared secrets are accepted', (t) => {
  const shared = {
    instances: 'several',
    redis: { url: 'redis://redis.example/0' },
    database: { url: 'mysql://postern@sql.example/postern' },
    credentialsDir: '/etc/postern/secrets',
  }

  t.deepEqual(problemsOf(shared), [])
  t.deepEqual(problemsOf({ ...shared, database: { url: 'postgres://sql.example/postern' } }), [])
})

test('several instances behind the shim are refused: a signature is good once', (t) => {
  const problems = problemsOf({
    instances: 'several',
    redis: { url: 'redis://redis.example/0' },
    database: { url: 'mysql://postern@sql.example/postern' },
    credentialsDir: '/etc/postern/secrets',
    listen: { unix: '/run/postern/web.sock' },
    panel: { adapter: 'shim' },
  })

  t.regex(problems.join('\n'), /^panel\.adapter: must not be "shim"/)
})

test('an environment variable overrides the file', async (t) => {
  const file = join(await temporaryDirectory(t), 'postern.json')
  await writeFile(file, JSON.stringify({ imap: { port: 143, host: 'mail.example' } }))
  const config = await loadConfig(file, {
    POSTERN_IMAP_PORT: '1143',
    POSTERN_DATA_DIR: '/var/lib/postern',
    POSTERN_PANEL_STATIC_OPEN: 'true',
  })
  t.is(config.imap.port, 1143)
  t.is(config.imap.host, 'mail.example')
  t.is(config.dataDir, '/var/lib/postern')
  t.true(config.panel.static.open)
})

test('a variable of a setting that is text stays text, whatever else it could be', async (t) => {
  const file = join(await temporaryDirectory(t), 'postern.json')
  await writeFile(file, JSON.stringify({ redis: { sentinels: [{ host: 'a', port: 1 }] } }))
  const config = await loadConfig(file, {
    POSTERN_REDIS_NAME: 'true',
    POSTERN_REDIS_PASSWORD: '12345',
    POSTERN_PANEL_HOME_PATH: 'null',
    POSTERN_IMAP_TLS: 'true',
  })

  t.like(config.redis, { name: 'true', password: '12345' })
  t.is(config.panel.homePath, null)
  t.is(config.imap.tls, true)
})

test('relative paths are of the directory of the file, wherever the command is typed', async (t) => {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'postern.json')
  const audit = { file: 'audit.log' }
  const listen = { unix: 'web.sock' }
  await writeFile(file, JSON.stringify({ listen, audit, credentialsDir: '../secrets' }))

  const config = await loadConfig(file, {})

  t.is(config.dataDir, join(directory, 'data'))
  t.is(config.errorLog, join(directory, 'data/error.log'))
  t.is(config.database.url, `sqlite:${join(directory, 'data/postern.db')}`)
  t.is(config.audit.file, join(directory, 'audit.log'))
  t.is(config.credentialsDir, join(directory, '../secrets'))
  t.like(config.listen, { unix: join(directory, 'web.sock') })
})

for (const [what, listen, admin] of [
  ['TCP', { host: '127.0.0.1', port: 8090 }, { host: '127.0.0.1', port: 8090 }],
  ['TCP of every address', { host: '0.0.0.0', port: 8091 }, { host: '127.0.0.1', port: 8091 }],
  ['a Unix socket', { unix: '/run/a.sock' }, { unix: '/run/a.sock' }],
] as const) {
  test(`listen and private at one address are refused: ${what}`, (t) => {
    t.regex(problemsOf({ listen, private: admin }).join(), /^private: must not be the address/)
  })
}

test('listen and private may both take a free port, or share one at different addresses', (t) => {
  const free = { host: '127.0.0.1', port: 0 }

  t.deepEqual(problemsOf({ listen: free, private: free }), [])
  const shared = { listen: { host: '192.0.2.1', port: 8090 }, private: { port: 8090 } }
  t.deepEqual(problemsOf(shared), [])
})

test('a variable that names no setting is an error', async (t) => {
  const file = join(await temporaryDirectory(t), 'postern.json')
  await writeFile(file, '{}')
  const error = await t.throwsAsync(loadConfig(file, { POSTERN_IMAP_PROT: '1' }), {
    instanceOf: ConfigFault,
  })
  t.deepEqual(error.problems, ['POSTERN_IMAP_PROT: names no setting'])
})

test('a file that is missing or no JSON object is named', async (t) => {
  const directory = await temporaryDirectory(t)
  const missing = join(directory, 'none.json')
  await t.throwsAsync(loadConfig(missing, {}), { message: `${missing}: cannot be read` })
  const list = join(directory, 'list.json')
  await writeFile(list, '[]')
  await t.throwsAsync(loadConfig(list, {}), { message: `${list}: must be a JSON object` })
})

for (const [what, value, problem] of [
  ['a text for TLS', { imap: { tls: 'yes' } }, /^imap\.tls: .*expected boolean, .*"starttls"/],
  ['a port in quotes', { listen: { host: '127.0.0.1', port: '8090' } }, /^listen\.port: .*number/],
  ['a listen that is text', { listen: '127.0.0.1:8090' }, /^listen: .*expected object/],
  ['a socket and a port', { listen: { unix: '/run/x', port: 1 } }, /^listen: unknown key/],
  ['a Redis without an address', { redis: {} }, /^redis\.url: /],
  [
    'a scheme in a host',
    { imap: { host: 'imaps://mail.example.com' } },
    /^imap\.host: a host name/,
  ],
  ['a port in a host', { smtp: { host: 'mail.example.com:587' } }, /^smtp\.host: a host name/],
  [
    'a proxy by its name',
    { panel: { trustedProxies: ['proxy'] } },
    /^panel\.trustedProxies\.0: an addr/,
  ],
  [
    'too long a range',
    { panel: { trustedProxies: ['10.0.0.0/33'] } },
    /^panel\.trustedProxies\.0: /,
  ],
  [
    'a panel with a path',
    { panel: { upstream: 'http://127.0.0.1/x' } },
    /^panel\.upstream: .*path/,
  ],
  [
    'a webmail with a path',
    { webmail: { upstream: 'http://127.0.0.1/x' } },
    /^webmail\.upstream: /,
  ],
  ['SQLite without a file', { database: { url: 'sqlite:' } }, /^database\.url: sqlite:PATH/],
  ['one address twice', { webmail: { sessions: { port: 8091 } } }, /^webmail\.sessions: .*private/],
] as const) {
  test(`${what}: the problem names its key and what is wanted`, (t) => {
    t.regex(problemsOf(value)[0] ?? '', problem)
    t.is(problemsOf(value).length, 1)
  })
}

test('addresses and hosts of every form are taken', (t) => {
  const trustedProxies = ['127.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32']

  t.deepEqual(problemsOf({ imap: { host: '::1' }, smtp: { host: 'mail.example.com' } }), [])
  t.deepEqual(problemsOf({ panel: { trustedProxies, upstream: 'http://[::1]:2095/' } }), [])
})
