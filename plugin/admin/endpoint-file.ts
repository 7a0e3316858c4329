import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseOwnFile } from '../config/corrupt-file.ts'
import { systemErrorCode, unlessMissing } from '../config/system-error.ts'

const endpointFile = z.strictObject({
  /** `http://HOST:PORT` or `unix:PATH` of the admin listener. */
  address: z.string(),
  /** Proves that the caller may read dataDir. */
  token: z.string().min(32),
  pid: z.int().positive(),
})

/** How the commands of an administrator reach the running process: a file of mode 0600 in dataDir. */
export type AdminEndpoint = z.output<typeof endpointFile>

/** Reports where the admin listener is; replaces what a killed process left. */
export async function writeAdminEndpoint(dataDir: string, endpoint: AdminEndpoint): Promise<void> {
  const path = endpointPath(dataDir)
  // Removed first: the mode of an existing file would stay.
  await rm(path, { force: true })
  await writeFile(path, `${JSON.stringify(endpoint)}\n`, { mode: 0o600 })
}

/** The endpoint of the running process; undefined when none is running. Throws CorruptFile. */
export async function readAdminEndpoint(dataDir: string): Promise<AdminEndpoint | undefined> {
  const path = endpointPath(dataDir)
  const text = await unlessMissing(readFile(path, 'utf8'))
  if (text === undefined) return undefined
  const remedy = 'restart Postern, which writes it anew'
  const endpoint = parseOwnFile(endpointFile, { path, text, remedy })
  return isRunning(endpoint.pid) ? endpoint : undefined
}

/** At a graceful stop. */
export async function removeAdminEndpoint(dataDir: string): Promise<void> {
  await rm(endpointPath(dataDir), { force: true })
}

function endpointPath(dataDir: string): string {
  return join(dataDir, 'admin.json')
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as someone else.
    return systemErrorCode(error) === 'EPERM'
  }
}
