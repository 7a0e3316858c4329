import { basename } from 'node:path'
import type { BackupReader } from './open-backup.ts'
import type { BackupWriter } from './write-backup.ts'
import { BackupFault } from './fault.ts'

/** A file that goes along in a backup. */
export interface BackupFile {
  readonly kind: 'configuration' | 'secret'
  /** Without a directory. */
  readonly name: string
  readonly content: Buffer
}

const TABLE = 'postern_backup_file'

const columns = (['kind', 'name', 'content'] as const).map((name) => ({
  name,
  kind: 'text' as const,
}))

/** Adds the files as a table of their own, empty where there are none. */
export async function addFiles(writer: BackupWriter, files: readonly BackupFile[]): Promise<void> {
  await writer.addTable(TABLE, columns, pagesOf(files))
}

async function* pagesOf(files: readonly BackupFile[]) {
  for (const { kind, name, content } of files) yield [[kind, name, content.toString('base64')]]
}

/** The files of a backup. Throws BackupFault for one that would not stay in its directory. */
export async function filesOf(backup: BackupReader): Promise<readonly BackupFile[]> {
  const table = backup.tables.find(({ name }) => name === TABLE)
  if (table === undefined) return []
  const files: BackupFile[] = []
  for await (const page of backup.rows(table)) {
    for (const [kind, name, content] of page) {
      const isKind = kind === 'configuration' || kind === 'secret'
      if (!isKind || typeof name !== 'string' || basename(name) !== name || /^\.*$/.test(name)) {
        throw new BackupFault(`the backup has a file that cannot be: ${String(name)}`)
      }
      files.push({ kind, name, content: Buffer.from(String(content), 'base64') })
    }
  }
  return files
}
