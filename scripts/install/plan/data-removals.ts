import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { loadConfig } from '../../../plugin/config/config.ts'
import { secretsDirectoryOf } from '../../../plugin/config/secrets/service-user.ts'
import type { Layout } from '../machine/layout.ts'
import { unlessMissing } from '../machine/system-fault.ts'
import type { UndoStep } from '../record/undo.ts'

/** Files that Postern makes in its `dataDir`; the spool has journals, and copies of what was damaged or moved aside by a restore. */
const OWN_DATA =
  /^(spool|spool-copy)\.db(-(wal|shm|journal))?(\.(corrupt|before-restore)-\d+.*)?$|^journal-[01]\.log(\.before-restore-\d+)?$|^(admin|clock)\.json$/
const OWN_SECRETS = /^[\w-]{1,64}\.key$|^(panel-binding|panel-hand-over|imap-master)\.secret$/

/**
 * What holds data, with what was kept of an earlier installation: our folders, whether this installation made them or found
 * them, and what the configuration places elsewhere. Secrets elsewhere stay where other instances use them.
 */
export async function dataRemovals(layout: Layout): Promise<readonly UndoStep[]> {
  const folders = [layout.dataDir, layout.configDir, layout.logDir, layout.runDir]
  const areThere = await Promise.all(folders.map(isThere))
  const trees = folders.filter((_, index) => areThere[index] === true)
  const isElsewhere = (path: string) => !folders.some((folder) => path.startsWith(`${folder}/`))
  const files = (await placedFiles(layout)).filter(isElsewhere)
  return [
    ...trees.map((path) => ({ kind: 'remove-tree' as const, path })),
    ...files.map((path) => ({ kind: 'remove-file' as const, path })),
  ]
}

/** Of a configuration that is gone or damaged nobody knows what it named. */
async function placedFiles({ configFile }: Layout): Promise<readonly string[]> {
  const config = await loadConfig(configFile, { NODE_ENV: 'production' }).catch(() => undefined)
  if (config === undefined) return []
  const { dataDir, database, errorLog, instances } = config
  const file = database.url.startsWith('sqlite:') ? database.url.slice('sqlite:'.length) : undefined
  const secrets = secretsDirectoryOf(config)
  return [
    ...(await filesIn(dataDir, (name) => OWN_DATA.test(name))),
    ...(instances === 'several' ? [] : await filesIn(secrets, (name) => OWN_SECRETS.test(name))),
    ...(file === undefined ? [] : await filesIn(dirname(file), isDatabase(basename(file)))),
    ...(await filesIn(dirname(errorLog), (name) => name === basename(errorLog))),
  ]
}

/** The file, its journals and its damaged copies. */
function isDatabase(file: string): (name: string) => boolean {
  return (name) =>
    name === file ||
    (name.startsWith(file) &&
      /^(-(wal|shm|journal)|\.corrupt-\d+.*)$/.test(name.slice(file.length)))
}

async function filesIn(
  directory: string,
  isOurs: (name: string) => boolean,
): Promise<readonly string[]> {
  const names = (await unlessMissing(readdir(directory))) ?? []
  return names.filter(isOurs).map((name) => join(directory, name))
}

async function isThere(path: string): Promise<boolean> {
  return (await unlessMissing(lstat(path))) !== undefined
}
