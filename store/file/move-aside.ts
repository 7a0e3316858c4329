import { rename } from 'node:fs/promises'
import { systemErrorCode } from './system-error.ts'

/** What SQLite puts beside a file. */
export const sqliteSuffixes = ['', '-wal', '-shm', '-journal'] as const

/** Moves an SQLite file and its journals out of the way; missing ones are fine. */
export async function moveAside(path: string, asidePath: string): Promise<void> {
  for (const suffix of sqliteSuffixes) {
    await rename(path + suffix, asidePath + suffix).catch((error: unknown) => {
      if (systemErrorCode(error) !== 'ENOENT') throw error
    })
  }
}
