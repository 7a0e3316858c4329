import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { parseConfig } from '../../../../plugin/config/config.ts'
import { InvalidSetting } from '../../../../plugin/config/invalid-setting.ts'
import {
  withServerPasswords,
  writeServerPassword,
} from '../../../../plugin/config/secrets/server-passwords.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

async function configured(t: ExecutionContext, settings: Readonly<Record<string, unknown>>) {
  return parseConfig({ credentialsDir: await temporaryDirectory(t), ...settings })
}

test('a password beside the keys is that of the server', async (t) => {
  const config = await configured(t, {
    database: { url: 'mysql://postern@127.0.0.1/mail' },
    redis: { url: 'redis://127.0.0.1:6379' },
  })
  await writeServerPassword(config, 'database', 'a/b@c%d')
  await writeServerPassword(config, 'redis', 'pw')

  const { database, redis } = await withServerPasswords(config)

  t.is(decodeURIComponent(new URL(database.url).password), 'a/b@c%d')
  t.deepEqual(redis, { url: 'redis://:pw@127.0.0.1:6379' })
})

test('a password in the configuration comes first', async (t) => {
  const config = await configured(t, {
    database: { url: 'mysql://postern:own@127.0.0.1/mail' },
    redis: { sentinels: [{ host: 'a', port: 1 }], name: 'mail', password: 'own' },
  })
  await writeServerPassword(config, 'database', 'other')
  await writeServerPassword(config, 'redis', 'other')

  const { database, redis } = await withServerPasswords(config)

  t.is(new URL(database.url).password, 'own')
  t.like(redis, { password: 'own' })
})

test('Sentinels and a Cluster take it for the servers that hold the data', async (t) => {
  const config = await configured(t, { redis: { cluster: [{ host: 'a', port: 1 }] } })
  await writeServerPassword(config, 'redis', 'pw')

  t.like((await withServerPasswords(config)).redis, { password: 'pw' })
})

test('a file of SQLite, and a user of no one, have no password', async (t) => {
  for (const url of ['sqlite:/tmp/postern.db', 'postgres://127.0.0.1/mail']) {
    const config = await configured(t, { database: { url } })
    await writeServerPassword(config, 'database', 'pw')
    t.is((await withServerPasswords(config)).database.url, url)
  }
})

test('a password that others can read is refused, and not repeated', async (t) => {
  const config = await configured(t, {})
  const path = join(config.credentialsDir ?? '', 'redis-password.secret')
  await writeFile(path, 'open-Pw', { mode: 0o644 })

  const error = await t.throwsAsync(withServerPasswords(config), { instanceOf: InvalidSetting })

  t.regex(error.message, /^credentialsDir: .*must have mode 0400 or 0600/)
  t.false(error.message.includes('open-Pw'))
})
