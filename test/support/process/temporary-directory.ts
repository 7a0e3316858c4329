import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The part of ava's `t` that test support needs: something to be undone when the test ends. */
export interface Teardown {
  teardown(undo: () => Promise<void> | void): void
}

/** A fresh directory that is removed when the test ends. */
export async function temporaryDirectory(t: Teardown): Promise<string> {
  const directory = await makeDirectory('test')
  t.teardown(() => removeDirectory(directory))
  return directory
}

/**
 * A fresh directory that its maker removes by `removeDirectory`. Others may pass through it, because
 * servers of a mail system run under several users.
 */
export async function makeDirectory(purpose: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `postern-${purpose}-`))
  await chmod(directory, 0o755)
  return directory
}

/** Removes a directory of `makeDirectory`, also while a dying server still writes its last log lines. */
export async function removeDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}
