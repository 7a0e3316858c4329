import { chown, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { connectDatabase } from '../database/connection/connect.ts'
import type { DatabaseConnection, DatabaseTarget } from '../database/connection/connection.ts'
import { ensureSchema } from '../database/schema/schema.ts'
import { databaseFault } from '../database/sql-error.ts'
import { sqliteSuffixes } from '../file/move-aside.ts'
import { createPrivateFile, makePrivateDirectory } from '../file/private-file.ts'
import { unlessMissing } from '../file/system-error.ts'

/** Numeric ids of whom a file belongs to. */
interface FileOwner {
  readonly uid: number
  readonly gid: number
}

interface TargetOptions {
  /** Who gets what root makes; undefined: it stays root's. */
  readonly owner: FileOwner | undefined
  /** Limit of one statement, and of the wait for a lock. */
  readonly timeoutMs: number
}

/** A database that a backup is written to, with its tables. */
export interface RestoreTarget {
  readonly connection: DatabaseConnection
  close(): Promise<void>
  /** Closes it and removes the file, where none was there before. */
  discard(): Promise<void>
}

/** Opens the database, and makes it as a start of Postern would. Throws StoreUnavailable, or what the system says. */
export async function openTarget(
  target: DatabaseTarget,
  { owner, timeoutMs }: TargetOptions,
): Promise<RestoreTarget> {
  const path = target.dialect === 'sqlite' ? target.path : undefined
  const isMade = path !== undefined && !(await isThere(path))
  if (isMade) await makeFile(path, owner)
  const limits = {
    busyTimeoutMs: 10_000,
    acquireTimeoutMs: timeoutMs,
    statementTimeoutMs: timeoutMs,
  }
  const connection = connectDatabase(target, limits)
  const close = () => connection.close()
  const discard = async () => {
    await close()
    if (!isMade) return
    for (const suffix of sqliteSuffixes) await rm(path + suffix, { force: true })
  }
  try {
    await ensureSchema(connection)
  } catch (error) {
    await discard()
    throw databaseFault(error, '')
  }
  return { connection, close, discard }
}

/** SQLite gives its journals the mode and the owner of the file. */
async function makeFile(path: string, owner: FileOwner | undefined): Promise<void> {
  const directory = dirname(path)
  const made = (await isThere(directory)) ? [path] : [directory, path]
  if (made.includes(directory)) await makePrivateDirectory(directory)
  await createPrivateFile(path)
  if (owner === undefined || process.geteuid?.() !== 0) return
  for (const one of made) await chown(one, owner.uid, owner.gid)
}

async function isThere(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path))) !== undefined
}
