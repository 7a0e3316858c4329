import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseOwnFile } from '../config/corrupt-file.ts'

const doorFile = z.strictObject({
  /** `http://HOST:PORT` or `unix:PATH` of the private listener. */
  address: z.string(),
  /** Proves that the caller may read dataDir. */
  token: z.string().min(32),
  pid: z.int().positive(),
})

/** How the commands of an administrator reach the running process: a file of mode 0600 in dataDir. */
export type AdminDoor = z.output<typeof doorFile>

/** Tells where the private listener is; replaces what a killed process left. */
export async function openAdminDoor(dataDir: string, door: AdminDoor): Promise<void> {
  const path = doorPath(dataDir)
  // Removed first: the mode of an existing file would stay.
  await rm(path, { force: true })
  await writeFile(path, `${JSON.stringify(door)}\n`, { mode: 0o600 })
}

/** The door of the running process; undefined when none is running. Throws DamagedFile. */
export async function findAdminDoor(dataDir: string): Promise<AdminDoor | undefined> {
  const path = doorPath(dataDir)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  if (text === undefined) return undefined
  const remedy = 'restart Postern, which writes it anew'
  const door = parseOwnFile(doorFile, { path, text, remedy })
  return isRunning(door.pid) ? door : undefined
}

/** At a graceful stop. */
export async function closeAdminDoor(dataDir: string): Promise<void> {
  await rm(doorPath(dataDir), { force: true })
}

function doorPath(dataDir: string): string {
  return join(dataDir, 'admin.json')
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return hasCode(error, 'EPERM')
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
