import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Layout } from './machine/layout.ts'
import { unlessMissing } from './machine/system-fault.ts'

/** Removes all releases but those named: the one that runs, and the one to go back to by hand. */
export async function pruneReleases(
  { releases }: Layout,
  kept: readonly (string | undefined)[],
): Promise<void> {
  for (const name of (await unlessMissing(readdir(releases))) ?? []) {
    if (!kept.includes(name)) await rm(join(releases, name), { recursive: true, force: true })
  }
}
