import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHECKSUM_FILE } from '../machine/checksums.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import type { Layout } from '../machine/layout.ts'
import { listReleaseProcesses } from '../record/releases-in-use.ts'
import { refusal, type PreflightFinding } from './finding.ts'

/**
 * Refuses another build of the version that runs: it would take the place of files that a process reads, and there would be
 * nothing to go back to. The same build again is a repair.
 */
export async function checkRunningRelease(
  { releases }: Layout,
  { source, version }: { readonly source: string; readonly version: string },
): Promise<readonly PreflightFinding[]> {
  const listOf = (release: string) => unlessMissing(readFile(join(release, CHECKSUM_FILE), 'utf8'))
  const installed = await listOf(join(releases, version))
  if (installed === undefined || installed === (await listOf(source))) return []
  const processes = await listReleaseProcesses(releases)
  if (!processes.some(({ release }) => release === version)) return []
  const reason = `version ${version} runs, and this package is another build of it`
  return [refusal('release', `${reason}: give the package a version of its own`)]
}
