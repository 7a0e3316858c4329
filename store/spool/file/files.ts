import { access, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import type { StoreLog } from '../../observer/observer.ts'
import { moveAside, sqliteSuffixes } from '../../file/move-aside.ts'
import { readProgress } from './progress.ts'
import { salvage } from './salvage.ts'
import { openSpoolFile } from './schema.ts'
import type { Sqlite } from '../../sql/sqlite.ts'
import { isDamaged, sqliteCodeOf } from '../../sql/sqlite-fault.ts'

/** The spool and its copy, both open and alike. */
interface SpoolFiles {
  readonly sqlite: Sqlite
  /** undefined where it could not be made, e.g. on a full disk. */
  readonly copy: Sqlite | undefined
}

interface SpoolFilesOptions {
  readonly path: string
  readonly copyPath: string
  readonly now: () => number
  readonly log: StoreLog
  /** Gets one line of what was damaged, and what became of it. */
  readonly reportDamage: (text: string) => void
}

type Examined =
  | { readonly kind: 'missing' }
  | { readonly kind: 'damaged'; readonly problem: string }
  | { readonly kind: 'sound'; readonly sqlite: Sqlite; readonly commits: number }

/** Both files are written at the same time, so that a kill leaves one of them at most so many commits behind. */
const maxApart = 1

/**
 * Opens both files for this process alone and checks them. One that is damaged, or lacks what the other
 * has, is kept as `.corrupt-<ms>` and made again from the other; of two damaged ones what can be read is
 * saved. Throws what the engine throws for a file that another process holds.
 */
export async function openSpoolFiles(options: SpoolFilesOptions): Promise<SpoolFiles> {
  const { path, copyPath, log } = options
  const own = await examine(path, log)
  const copy = await examine(copyPath, log).catch(async (error: unknown) => {
    await close(own)
    throw error
  })
  if (own.kind === 'sound' && copy.kind === 'sound' && own.commits === copy.commits) {
    return { sqlite: own.sqlite, copy: copy.sqlite }
  }
  if (copy.kind === 'sound' && (own.kind !== 'sound' || own.commits < copy.commits)) {
    await discard({ path, file: own, name: 'spool' }, copy.commits, options)
    const restored = await duplicate(copy.sqlite, path, options.log)
    // Without room for two the copy alone continues, and is the one that the next start finds.
    return restored === undefined
      ? { sqlite: copy.sqlite, copy: undefined }
      : { sqlite: restored, copy: copy.sqlite }
  }
  if (own.kind === 'sound') {
    await discard({ path: copyPath, file: copy, name: 'spool copy' }, own.commits, options)
    return { sqlite: own.sqlite, copy: await duplicate(own.sqlite, copyPath, options.log) }
  }
  const sqlite = await startOver([own, copy], options)
  return { sqlite, copy: await duplicate(sqlite, copyPath, options.log) }
}

/** Writes a file with the same content and opens it; undefined, with a line in the log, when that fails. */
async function duplicate(source: Sqlite, path: string, log: StoreLog): Promise<Sqlite | undefined> {
  const unfinished = `${path}.new`
  try {
    await removeSqlite(unfinished)
    await source.run('VACUUM INTO ?', [unfinished])
    await removeSqlite(path)
    await rename(unfinished, path)
    return await openSpoolFile(path, log)
  } catch (error) {
    log.error({ file: basename(path), reason: String(error) }, 'spool not duplicated')
    await removeSqlite(unfinished).catch(() => undefined)
    return undefined
  }
}

/** Removes an SQLite file and its journals. */
async function removeSqlite(path: string): Promise<void> {
  for (const suffix of sqliteSuffixes) await rm(path + suffix, { force: true })
}

async function examine(path: string, log: StoreLog): Promise<Examined> {
  try {
    await access(path)
  } catch {
    return { kind: 'missing' }
  }
  try {
    const sqlite = await openSpoolFile(path, log)
    return { kind: 'sound', sqlite, commits: (await readProgress(sqlite)).commits }
  } catch (error) {
    if (!isDamaged(sqliteCodeOf(error))) throw error
    return { kind: 'damaged', problem: error instanceof Error ? error.message : '' }
  }
}

async function close(file: Examined): Promise<void> {
  if (file.kind === 'sound') await file.sqlite.close()
}

interface Discarded {
  readonly path: string
  readonly file: Examined
  readonly name: 'spool' | 'spool copy'
}

/** Moves what is there aside, and reports it unless a kill may have left it so. */
async function discard(
  { path, file, name }: Discarded,
  commits: number,
  { now, log, reportDamage }: SpoolFilesOptions,
): Promise<void> {
  await close(file)
  const lacking = commits - (file.kind === 'sound' ? file.commits : 0)
  if (file.kind !== 'damaged' && lacking <= maxApart) return removeSqlite(path)

  const backupPath = `${path}.corrupt-${now()}`
  await moveAside(path, backupPath)
  const problem = problemOf(file, lacking)
  log.error(
    { file: basename(path), kept: basename(backupPath), lacking },
    `${name} ${problem}: made anew`,
  )
  const backupName = file.kind === 'missing' ? '' : ` and kept as ${basename(backupPath)}`
  reportDamage(
    `the spool was found damaged: ${basename(path)} is ${problem}${backupName}; all of it was restored`,
  )
}

function problemOf(file: Examined, lacking: number): string {
  if (file.kind === 'missing') return 'missing'
  return file.kind === 'damaged' ? `damaged (${file.problem})` : `incomplete by ${lacking} commits`
}

/** Neither file is sound: an empty one starts with what can be read of both. */
async function startOver(
  files: readonly [own: Examined, copy: Examined],
  { path, copyPath, now, log, reportDamage }: SpoolFilesOptions,
): Promise<Sqlite> {
  const at = now()
  const damaged = [path, copyPath].filter((_path, index) => files[index]?.kind === 'damaged')
  for (const one of damaged) await moveAside(one, `${one}.corrupt-${at}`)
  const sqlite = await openSpoolFile(path, log)
  await readProgress(sqlite)
  if (damaged.length === 0) return sqlite

  let saved = 0
  for (const one of damaged) saved = Math.max(saved, await salvage(`${one}.corrupt-${at}`, sqlite))
  const backupPath = damaged.map((one) => `${basename(one)}.corrupt-${at}`)
  log.error(
    { kept: backupPath, saved },
    'spool damaged without a sound copy: what could be read is saved',
  )
  reportDamage(
    `the spool was found damaged and kept as ${backupPath.join(' and ')}; ${saved} records could be read, others are lost`,
  )
  return sqlite
}

interface SpoolCopyOptions {
  readonly path: string
  readonly copy: Sqlite | undefined
  readonly original: Sqlite
  readonly now: () => number
  readonly log: StoreLog
}

/** A disk that was full may have room by then; each attempt writes the whole spool. */
const retryEveryMs = 60_000

/**
 * The second file of the spool, which gets every transaction too, so that damage to one costs nothing. Goes
 * on with the copy that is open.
 */
export function createSpoolCopy(options: SpoolCopyOptions) {
  const { path, original, now, log } = options
  let copy = options.copy
  let droppedAt = now()

  return {
    /** Applies a transaction; says whether the copy has it. Never rejects. */
    async apply(work: (sqlite: Sqlite) => Promise<void>) {
      if (copy === undefined) return true
      try {
        await work(copy)
        return true
      } catch {
        return false
      }
    },
    /** The spool has a transaction that the copy lacks: it is given up, and made again some time later. */
    async drop() {
      log.error({}, 'spool copy cannot be written: going on without it')
      const dropped = copy
      copy = undefined
      droppedAt = now()
      await dropped?.close().catch(() => undefined)
      // It lacks something now; a disk that does not even remove it is met by the next start.
      await removeSqlite(path).catch(() => undefined)
    },
    /** Makes a missing copy again when it is time. To be called between transactions. */
    async restore() {
      if (copy !== undefined || now() - droppedAt < retryEveryMs) return
      droppedAt = now()
      copy = await duplicate(original, path, log)
      if (copy !== undefined) log.info({}, 'spool copy made anew')
    },
    isThere: () => copy !== undefined,
    close: async () => copy?.close(),
  }
}
