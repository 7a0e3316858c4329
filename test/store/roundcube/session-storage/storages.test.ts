import { chmod, chown, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openSessionStorage, type SessionStorageTarget } from '../../../../store/index.ts'
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

for (const [name, make] of Object.entries(makers)) {
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
