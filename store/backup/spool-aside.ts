import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../file/system-error.ts'
import { BackupFault } from './fault.ts'

/** What would write a newer state to the database: the spool, its copy, their journals, and the journal of sessions. */
const OF_SPOOL = /^(spool(?:-copy)?\.db|journal-[01]\.log)(-(?:wal|shm|journal))?$/

/** Files that were moved, by their new paths. */
export interface MovedAside {
  readonly paths: readonly string[]
  moveBack(): Promise<void>
}

/** Moves the spool of a Postern that does not run out of the way; none is fine. Throws BackupFault, and then all is as before. */
export async function moveSpoolAside(dataDir: string, now: number): Promise<MovedAside> {
  const moved: { readonly from: string; readonly to: string }[] = []
  const moveBack = async () => {
    for (const { from, to } of moved) await rename(to, from)
  }
  try {
    for (const name of await namesIn(dataDir)) {
      const [, file = '', suffix = ''] = OF_SPOOL.exec(name) ?? []
      if (file === '') continue
      // SQLite finds a journal by the name of its file.
      const to = join(dataDir, `${file}.before-restore-${now}${suffix}`)
      await rename(join(dataDir, name), to)
      moved.push({ from: join(dataDir, name), to })
    }
  } catch (cause) {
    await moveBack()
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new BackupFault(`the spool cannot be moved aside: ${problem}`, { cause })
  }
  return { paths: moved.map(({ to }) => to).sort(), moveBack }
}

async function namesIn(directory: string): Promise<readonly string[]> {
  return (await unlessMissing(readdir(directory))) ?? []
}
