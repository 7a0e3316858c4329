import { copyFile, mkdir, open, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { DatabaseErrorReport } from '../../../store/database/error-report.ts'
import { lockDatabase } from '../../support/database/lock.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { newId, openTestStore, storePaths } from '../fixture.ts'
import { memoryLog } from '../../support/memory-log.ts'

const SESSIONS = 40

/** What a failing disk, or a user who tidies up, does to a file. */
const DAMAGES: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'truncated in the middle': async (path) =>
    truncate(path, Math.floor((await readFile(path)).length / 2)),
  'with flipped bytes in the middle': (path) =>
    overwrite(path, (bytes) => bytes.map((byte) => byte ^ 0xff), 64),
  'with a zeroed block in the middle': (path) => overwrite(path, (bytes) => bytes.fill(0), 4_096),
  'with a zeroed first block': async (path) => {
    const file = await open(path, 'r+')
    await file.write(Buffer.alloc(4_096), 0, 4_096, 0)
    await file.close()
  },
  missing: (path) => rm(path),
}

const FILES = ['spool.db', 'spool.db-wal', 'spool-copy.db', 'spool-copy.db-wal'] as const

for (const name of FILES) {
  for (const [how, damage] of Object.entries(DAMAGES)) {
    test(`${name} ${how} costs no session and is told`, async (t) => {
      // Without its journal a file is all there is; with it, the journal is.
      const { image, ids } = await imageOf(t, { isWrittenBack: name.endsWith('.db') })
      await damage(join(image, name))

      const { store, reported, reports } = await openImage(t, image)

      const records = await Promise.all(ids.map((id) => store.sessions.load(id)))
      t.deepEqual(
        records.map((record) => record?.variables['user_id']),
        ids,
      )
      t.true(
        reported.some((message) => /^spool (copy )?(damaged|incomplete|missing)/.test(message)),
      )
      t.is(reports.filter(({ text }) => text.startsWith('the spool')).length, 1)
    })
  }
}

test('a record that was changed on the disk is restored from the copy', async (t) => {
  const { image, ids } = await imageOf(t, { isWrittenBack: true })
  const path = join(image, 'spool.db')
  const content = await readFile(path)
  // Within the value of one record, where no structure of the file is hurt.
  const at = /[A-Za-z0-9+/]{500}/.exec(content.toString('latin1'))?.index ?? -1
  t.true(at > 0)
  content[at + 250] = content[at + 250] === 65 ? 66 : 65
  const file = await open(path, 'r+')
  await file.write(content, 0, content.length, 0)
  await file.close()

  const { store, reports } = await openImage(t, image)

  const records = await Promise.all(ids.map((id) => store.sessions.load(id)))
  t.deepEqual(
    records.map((record) => record?.variables['user_id']),
    ids,
  )
  t.is(reports.filter(({ text }) => text.startsWith('the spool')).length, 1)
})

test('of a spool and a copy that are both damaged what can be read is saved and the rest is told', async (t) => {
  const { image, ids } = await imageOf(t, { isWrittenBack: true })
  for (const name of ['spool.db', 'spool-copy.db']) {
    await overwrite(join(image, name), (bytes) => bytes.fill(0), 4_096)
  }

  const { store, directory, reports } = await openImage(t, image)

  const records = await Promise.all(ids.map((id) => store.sessions.load(id)))
  const saved = records.filter((record) => record !== undefined).length
  t.log(`${saved} of ${SESSIONS} saved`)
  t.true(saved >= SESSIONS / 2)
  t.is(reports.filter(({ text }) => text.startsWith('the spool')).length, 1)
  const names = await readdir(join(directory, 'private'))
  t.is(names.filter((name) => /^spool(-copy)?\.db\.corrupt-\d+$/.test(name)).length, 2)
})

test('a spool that is sound is told of to no one', async (t) => {
  const { image, ids } = await imageOf(t)

  const { store, reported, reports } = await openImage(t, image)

  const records = await Promise.all(ids.map((id) => store.sessions.load(id)))
  t.true(records.every((record) => record !== undefined))
  t.deepEqual(
    reported.filter((message) => message.startsWith('spool')),
    [],
  )
  t.deepEqual(
    reports.filter(({ text }) => text.startsWith('the spool')),
    [],
  )
})

/** The files as kill -9 leaves them, of a store whose sessions are nowhere else. */
async function imageOf(t: ExecutionContext, { isWrittenBack = false } = {}) {
  const directory = await temporaryDirectory(t)
  const image = await temporaryDirectory(t)
  const store = await openTestStore({ directory })
  await store.sessions.create(newId(), {}, '192.0.2.7')
  const lock = await lockDatabase(storePaths(directory).databasePath)
  t.teardown(() => lock.release())
  const ids = Array.from({ length: SESSIONS }, newId)
  for (const id of ids) {
    const note = 'noteworthy'.repeat(150)
    await store.sessions.create(id, { user_id: id, note }, '192.0.2.7')
  }
  if (isWrittenBack) await store.close(0)
  for (const name of await readdir(storePaths(directory).dataDir)) {
    if (name.startsWith('spool'))
      await copyFile(join(directory, 'private', name), join(image, name))
  }
  if (!isWrittenBack) await store.close(0)
  return { image, ids }
}

async function openImage(t: ExecutionContext, image: string) {
  const directory = await temporaryDirectory(t)
  const { dataDir } = storePaths(directory)
  await mkdir(dataDir, { mode: 0o700 })
  for (const name of await readdir(image)) await copyFile(join(image, name), join(dataDir, name))
  const log = memoryLog()
  const reports: DatabaseErrorReport[] = []
  const store = await openTestStore({ directory, log, reports })
  t.teardown(() => store.close(0))
  return { store, directory, reported: log.messages, reports }
}

async function overwrite(
  path: string,
  change: (bytes: Buffer) => Buffer | Uint8Array,
  size: number,
) {
  const file = await open(path, 'r+')
  const { size: length } = await file.stat()
  const at = Math.floor(length / 2 / 4_096) * 4_096
  const bytes = Buffer.alloc(size)
  await file.read(bytes, 0, size, at)
  await file.write(change(bytes), 0, size, at)
  await file.close()
}
