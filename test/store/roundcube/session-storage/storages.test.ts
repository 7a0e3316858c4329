import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import {
  formatSessionValue,
  openSessionStorage,
  type SessionStorageTarget,
} from '../../../../store/index.ts'
import { startMariadb } from '../../../support/database/mariadb.ts'
import { startPostgres } from '../../../support/database/postgres.ts'
import type { DatabaseServer } from '../../../support/database/server.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { isLong } from '../../../support/process/long-tests.ts'
import { portResponds, startServerProcess } from '../../../support/process/server-process.ts'
import { startRedis } from '../../../support/redis/redis.ts'
import { makeRoundcubeTables } from '../../../support/roundcube/roundcube-database.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { newId } from '../../fixture.ts'

const LIFETIME_MS = 600_000
const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

const makers: Readonly<Record<string, (t: ExecutionContext) => Promise<SessionStorageTarget>>> = {
  'a table in SQLite': async (t) => {
    const path = join(await temporaryDirectory(t), 'roundcube.db')
    await makeRoundcubeTables(`sqlite:${path}`, '1.6')
    return { kind: 'table', database: { dialect: 'sqlite', path }, table: 'session' }
  },
  'a Redis': async (t) => {
    const redis = await startRedis()
    t.teardown(() => redis.stop())
    return { kind: 'redis', url: `${redis.url}/2` }
  },
  'files of PHP': async (t) => {
    const directory = await temporaryDirectory(t)
    return { kind: 'files', directory, owner }
  },
}

/** Servers that are slow to start, or that no other test needs. */
const longMakers: typeof makers = {
  'a table in MariaDB': async (t) => tableOf(t, 'mysql', await startMariadb()),
  'a table in PostgreSQL': async (t) => tableOf(t, 'postgres', await startPostgres()),
  'a memcached': async (t) => ({ kind: 'memcached', hosts: [await startMemcached(t)] }),
}

async function tableOf(
  t: ExecutionContext,
  dialect: 'mysql' | 'postgres',
  server: DatabaseServer,
): Promise<SessionStorageTarget> {
  t.teardown(() => server.stop())
  await makeRoundcubeTables(server.url, '1.6')
  return { kind: 'table', database: { dialect, url: server.url }, table: 'session' }
}

async function startMemcached(t: ExecutionContext) {
  const port = await freePort()
  const server = await startServerProcess({
    command: 'memcached',
    args: ['-l', '127.0.0.1', '-p', `${port}`, ...(owner.uid === 0 ? ['-u', 'nobody'] : [])],
    ready: (_output, signal) => portResponds(port, 'connection', signal),
  })
  t.teardown(() => server.stop())
  return { host: '127.0.0.1', port }
}

async function open(t: ExecutionContext, target: SessionStorageTarget) {
  const options = { lifetimeMs: LIFETIME_MS, timeoutMs: 30_000, now: Date.now }
  const storage = await openSessionStorage(target, options)
  t.teardown(() => storage.close())
  return storage
}

function storedSession(user: string) {
  const vars = `user_id|s:1:"7";username|s:${user.length}:"${user}";storage_host|s:1:"h";password|s:1:"p";`
  const changed = Math.floor(Date.now() / 1_000) - 5
  const session = { vars: Buffer.from(vars), ip: '', changed }
  return { id: newId(), session, lifeMs: LIFETIME_MS }
}

for (const [name, make] of Object.entries({ ...makers, ...(isLong ? longMakers : {}) })) {
  test(`${name} gives sessions back as they were written, changed or removed`, async (t) => {
    const storage = await open(t, await make(t))
    const [anna, bert] = [storedSession('anna'), storedSession('bert')]
    await storage.write([anna, bert])

    const changed = {
      ...anna,
      session: { ...anna.session, vars: storedSession('anne').session.vars },
    }
    await storage.write([changed])
    await storage.remove([bert.id])

    t.deepEqual([...(await storage.list()).keys()], [anna.id])
    const [read, ...others] = await storage.read([anna.id, bert.id])
    t.deepEqual(others, [])
    t.deepEqual(read?.session.vars, changed.session.vars)
    t.true(Math.abs((read?.session.changed ?? 0) - anna.session.changed) <= 1)
    t.true((read?.lifeMs ?? 0) > 0 && (read?.lifeMs ?? 0) <= LIFETIME_MS)
  })
}

/** As Roundcube stores one: compressed where it is long. */
const STORES = `ini_set('memcached.compression_type', $argv[4]);
$client = new Memcached();
$client->setOption(Memcached::OPT_COMPRESSION, true);
$client->addServer('127.0.0.1', (int) $argv[1]);
$client->set($argv[2], $argv[3], 660);
exit($client->getResultCode());`

;(isLong ? test : test.skip)(
  'sessions that PHP has compressed are read from a memcached',
  async (t) => {
    const host = await startMemcached(t)
    const storage = await open(t, { kind: 'memcached', hosts: [host] })
    const text = Array.from({ length: 4_000 }, (_, n) => `row ${n * n} `).join('')
    for (const compression of ['fastlz', 'zlib']) {
      const { id, session } = storedSession('anna')
      const vars = Buffer.from(`${String(session.vars)}list|s:${text.length}:"${text}";`)
      const value = formatSessionValue({ ...session, vars }).toString()
      await promisify(execFile)('php', ['-r', STORES, `${host.port}`, id, value, compression])

      t.true((await storage.list()).has(id))
      const [read] = await storage.read([id])
      t.deepEqual(read?.session.vars, vars, compression)
    }
  },
)

test('files of another program, of another user and behind a link are no sessions of Roundcube', async (t) => {
  const directory = await temporaryDirectory(t)
  const outside = join(directory, 'outside')
  const files = join(directory, 'sessions')
  await mkdir(files)
  await chmod(files, 0o1733)
  const { vars } = storedSession('anna').session
  const [foreignProgram, foreignUser, link] = [newId(), newId(), newId()]
  await writeFile(join(files, `sess_${foreignProgram}`), 'cart|a:0:{}')
  await writeFile(join(files, `sess_${foreignUser}`), vars)
  if (owner.uid === 0) await chown(join(files, `sess_${foreignUser}`), 33, 33)
  await writeFile(outside, vars)
  await symlink(outside, join(files, `sess_${link}`))
  const storage = await open(t, { kind: 'files', directory: files, owner })

  const ids = [foreignProgram, link, ...(owner.uid === 0 ? [foreignUser] : [])]

  t.deepEqual(await storage.read(ids), [])
})

test('a file is replaced in one step, and nothing else is left', async (t) => {
  const directory = await temporaryDirectory(t)
  const storage = await open(t, { kind: 'files', directory, owner })
  const anna = storedSession('anna')

  await storage.write([anna])

  t.deepEqual(await readdir(directory), [`sess_${anna.id}`])
})
