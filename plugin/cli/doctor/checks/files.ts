import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseDatabaseUrl, examineKeys, filesOpenToOthers } from '../../../../store/index.ts'
import { systemErrorCode, unlessMissing } from '../../../config/system-error.ts'
import type { Config } from '../../../config/schema.ts'
import { findServiceUser, secretsDirectoryOf } from '../../../config/secrets/service-user.ts'
import type { UserIds } from '../../../config/secrets/access-by-user.ts'
import { failed, fine, note, warning, wordsOf, type Finding } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'

/** Keys are rotated every 90 days (plugin/docs/threats.md, stored passwords). */
const MAX_KEY_AGE_MS = 90 * 86_400_000

/** The private directory, the keys and the place of the error log. */
export const checkFiles: Check = async ({ config, now }) => {
  const keysDir = secretsDirectoryOf(config)
  const service = await findServiceUser(config)
  return [
    ...(await dataDirectory(config.dataDir, service)),
    ...(await databaseFile(config.database.url)),
    ...(await keys(keysDir, now)),
    ...(await storedFiles(directoriesOf(config))),
    ...(await errorLog(config.errorLog)),
  ]
}

async function dataDirectory(
  path: string,
  service: UserIds | undefined,
): Promise<readonly Finding[]> {
  const mode = await modeOf(path)
  if (mode === undefined) {
    return [note('data-dir.missing', `${path} is not there yet`, 'the first start creates it')]
  }
  if (mode === 'hidden' || !(await isWritable(path))) {
    return [
      failed('data-dir.unwritable', `${path} cannot be written`, 'give it to the service user'),
    ]
  }
  const findings = await foreignFiles(path, service)
  const spool = await Promise.all(
    ['spool.db', 'spool-copy.db'].map((name) => filesOpenToOthers(join(path, name))),
  )
  const ownFiles = spool.flat().map(({ file }) => file)
  for (const file of [path, ...ownFiles, join(path, 'admin.json')]) {
    const open = await modeOf(file)
    if (typeof open !== 'number' || (open & 0o077) === 0) continue
    findings.push(
      warning(
        'data-dir.mode',
        `${file} has mode ${open.toString(8)}: others can look in`,
        `chmod go-rwx ${file}`,
      ),
    )
  }
  return findings.length > 0 ? findings : [fine('data-dir.private', `${path} is private`)]
}

/** Names, addresses and sessions, with their journals and damaged copies. */
async function databaseFile(url: string): Promise<readonly Finding[]> {
  const target = parseDatabaseUrl(url)
  if (target.dialect !== 'sqlite') return []
  const open = await filesOpenToOthers(target.path)
  return open.map(({ file, mode }) =>
    warning(
      'database.mode',
      `${file} has mode ${mode.toString(8)}: others can look in`,
      `chmod go-rwx ${file}, unless another program has to use it`,
    ),
  )
}

/** Root may write everything, and so cannot try whether the service may. */
async function foreignFiles(path: string, service: UserIds | undefined): Promise<Finding[]> {
  if (process.geteuid?.() !== 0 || service === undefined) return []
  const findings: Finding[] = []
  for (const file of [path, join(path, 'spool.db'), join(path, 'spool-copy.db')]) {
    const owner = (await unlessMissing(stat(file)))?.uid
    if (owner === undefined || owner === service.uid) continue
    findings.push(
      failed(
        'data-dir.owner',
        `${file} belongs to user ${owner}, the keys to ${service.uid}: Postern cannot start`,
        `chown -R ${service.uid}:${service.gid} ${path}`,
      ),
    )
  }
  return findings
}

async function keys(directory: string, now: () => number): Promise<readonly Finding[]> {
  try {
    const files = await examineKeys(directory)
    const open = files.filter(({ mode }) => (mode & 0o077) !== 0)
    const newest = files.filter(({ path }) => path.endsWith('.key')).at(-1)
    if (newest === undefined) {
      return [note('keys.missing', `${directory} holds no key`, 'the first start makes one')]
    }
    const ageDays = Math.floor((now() - newest.madeAt) / 86_400_000)
    return [
      ...open.map(({ path, mode }) =>
        failed(
          'keys.mode',
          `${path} has mode ${mode.toString(8)}: Postern refuses to start`,
          `chmod 0600 ${path}, and rotate the keys if others could read it`,
        ),
      ),
      now() - newest.madeAt > MAX_KEY_AGE_MS
        ? warning(
            'keys.old',
            `the newest key is ${ageDays} days old`,
            'run postern keys rotate, every 90 days at least',
          )
        : fine('keys.fresh', `the newest key is ${ageDays} days old`),
    ]
  } catch (error) {
    return systemErrorCode(error) === 'ENOENT'
      ? [note('keys.missing', `${directory} is not there yet`, 'the first start creates it')]
      : [failed('keys.unreadable', wordsOf(error), 'give the directory to the service user')]
  }
}

const storedFile = /\.corrupt-\d+$/

function directoriesOf({ dataDir, database }: Config): readonly string[] {
  if (!database.url.startsWith('sqlite:')) return [dataDir]
  return [...new Set([dataDir, dirname(database.url.slice('sqlite:'.length))])]
}

/** What Postern found damaged and moved out of its way. */
async function storedFiles(directories: readonly string[]): Promise<readonly Finding[]> {
  const lists = await Promise.all(
    directories.map(async (directory) => {
      // Elsewhere is told when the directory is not there or not ours.
      const names = await readdir(directory).catch(() => [])
      return names.filter((name) => storedFile.test(name)).map((name) => join(directory, name))
    }),
  )
  const remaining = lists.flat().sort()
  if (remaining.length === 0) return []
  return [
    warning(
      'data-dir.damaged-files',
      `files that were damaged are kept: ${remaining.join(', ')}`,
      'the error log of that time says what was lost; check the disk, then delete them',
    ),
  ]
}

async function errorLog(path: string): Promise<readonly Finding[]> {
  const address = (await modeOf(path)) === undefined ? dirname(path) : path
  const mode = await modeOf(address)
  if (mode === undefined) {
    return [note('error-log.missing', `${address} is not there yet`, 'the first start creates it')]
  }
  if (mode !== 'hidden' && (await isWritable(address))) {
    return [fine('error-log.writable', `${address} can be written`)]
  }
  return [
    failed('error-log.unwritable', `${address} cannot be written`, 'give it to the service user'),
  ]
}

/** Permission bits; undefined when there is no such file, `hidden` below a directory that is closed to us. */
async function modeOf(path: string): Promise<number | 'hidden' | undefined> {
  try {
    return (await stat(path)).mode & 0o777
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT') return undefined
    if (code === 'EACCES') return 'hidden'
    throw error
  }
}

async function isWritable(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK)
    return true
  } catch {
    // EACCES or EROFS: no, which is the response.
    return false
  }
}
