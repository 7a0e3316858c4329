import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { loadKeys } from '../../../../store/seal/keys.ts'
import { loadSecret } from '../../../../store/seal/secret-file.ts'
import { runMain } from '../../../support/postern/run-main.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

/** A configuration and its secrets, as an installation makes them. */
async function installed(t: ExecutionContext, settings: Readonly<Record<string, unknown>> = {}) {
  const directory = await temporaryDirectory(t)
  const credentialsDir = join(directory, 'secrets')
  await loadKeys(credentialsDir, { create: true, now: Date.now })
  await loadSecret(join(credentialsDir, 'panel-binding.secret'), { create: true })
  await writeFile(join(directory, 'postern.json'), JSON.stringify({ credentialsDir, ...settings }))
  return {
    credentialsDir,
    check: () => runMain(directory, ['--config', 'postern.json', '--check-config']),
  }
}

const master = { panel: { master: { user: 'postern' } } }

test('--check-config accepts the secrets of an installation', async (t) => {
  const { credentialsDir, check } = await installed(t, master)
  const file = join(credentialsDir, 'imap-master.secret')
  await writeFile(file, 'long enough for this', { mode: 0o600 })

  const { code, output } = await check()

  t.is(code, 0, output)
})

test('--check-config names a password of the master user that is too short, and does not tell it', async (t) => {
  const { credentialsDir, check } = await installed(t, master)
  await writeFile(join(credentialsDir, 'imap-master.secret'), 'Zq9', { mode: 0o600 })

  const { code, output } = await check()

  t.is(code, 78)
  t.regex(output, /^credentialsDir: \S+imap-master\.secret must hold at least 16 characters$/m)
  t.false(output.includes('Zq9'))
})

test('--check-config requests the password of a master user that is configured', async (t) => {
  const { check } = await installed(t, master)

  const { code, output } = await check()

  t.is(code, 78)
  t.regex(output, /^credentialsDir: panel\.master needs its password in \S+imap-master\.secret$/m)
})

test('--check-config names all secrets that keep a start from happening', async (t) => {
  const { credentialsDir, check } = await installed(t)
  await rm(join(credentialsDir, 'panel-binding.secret'))
  await writeFile(join(credentialsDir, '99999999T000000000.key'), 'no key', { mode: 0o600 })
  await writeFile(join(credentialsDir, 'panel-hand-over.secret'), 'others read it', { mode: 0o644 })

  const { code, output } = await check()

  t.is(code, 78)
  t.is(output.trim().split('\n').length, 3, output)
  for (const name of ['panel-binding', '99999999T', 'panel-hand-over'])
    t.true(output.includes(name))
})

test('--check-config as root names a key that the user of the service cannot read', async (t) => {
  const { credentialsDir, check } = await installed(t)
  await chown(credentialsDir, 65_534, 65_534)
  await chown(join(credentialsDir, '..'), 65_534, 65_534)

  const { code, output } = await check()

  t.is(code, 78, output)
  t.regex(
    output,
    /\.key cannot be read by user 65534, as whom Postern runs \(EACCES\): chown 65534/,
  )
})

test('--check-config says where secrets are missing as a whole', async (t) => {
  const { credentialsDir, check } = await installed(t)
  await rm(credentialsDir, { recursive: true })

  t.regex((await check()).output, /^credentialsDir: \S+secrets does not exist$/m)
})

test('--check-config is content where the first start makes the secrets', async (t) => {
  const directory = await temporaryDirectory(t)
  await mkdir(join(directory, 'data'))
  await writeFile(join(directory, 'postern.json'), '{}')

  const { code, output } = await runMain(directory, ['--config', 'postern.json', '--check-config'])

  t.is(code, 0, output)
})

for (const [key, settings] of [
  ['database.url', { database: { url: 'mysql://postern:Zq9/x@192.0.2.1/postern' } }],
  ['database.url', { database: { url: 'postgres://postern:123#Zq9@192.0.2.1/postern' } }],
  ['database.url', { database: { url: 'postgres://postern:Zq9%x@192.0.2.1/postern' } }],
  ['redis.url', { redis: { url: 'redis://:Zq9?y@192.0.2.1/0' } }],
] as const) {
  test(`--check-config refuses ${JSON.stringify(settings)}, whose password is not encoded`, async (t) => {
    const { check } = await installed(t, settings)

    const { code, output } = await check()

    t.is(code, 78)
    t.regex(output, new RegExp(`^${key}: must be an address; .*%2F`, 'm'))
    t.false(output.includes('Zq9'))
  })
}

test('a password that is encoded is accepted', async (t) => {
  const { check } = await installed(t, {
    database: { url: 'postgres://postern:Zq9%2F%23%40@192.0.2.1:5432/postern' },
    redis: { url: 'rediss://user:Zq9%3F@192.0.2.1:6380/0' },
  })

  const { code, output } = await check()

  t.is(code, 0, output)
})
