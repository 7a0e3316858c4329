import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemErrorCode, unlessMissing } from '../file/system-error.ts'
import { BackupFault } from './fault.ts'

/**
 * Makes a file for this user alone: `write` fills an unfinished one beside it, which takes the name once it is durable, and
 * is removed when anything fails. Never replaces a file. Throws BackupFault where one is there.
 */
export async function makeNewFile(
  path: string,
  write: (unfinished: string) => Promise<void>,
): Promise<void> {
  if (await isThere(path)) throw new BackupFault(`${path} is there already and stays as it is`)
  const unfinished = `${path}.unfinished`
  await createEmpty(unfinished)
  try {
    await write(unfinished)
    await sync(unfinished)
    await giveName(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  await sync(dirname(path))
}

async function createEmpty(path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.chmod(0o600)
    } finally {
      await file.close()
    }
  } catch (cause) {
    if (systemErrorCode(cause) !== 'EEXIST') throw cause
    const why = 'another backup is being written, or one was killed'
    throw new BackupFault(`${path} is there: ${why}; remove it then`, { cause })
  }
}

/** A second name is refused where one is there; rename(2) would replace it. */
async function giveName(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path)
  } catch (cause) {
    if (await isThere(path)) throw new BackupFault(`${path} was made meanwhile`, { cause })
    // Not every file system has second names.
    await rename(unfinished, path)
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await unlessMissing(lstat(path))) !== undefined
}
