import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findDamagedFiles } from '../machine/checksums.ts'
import { faultCode } from '../machine/system-fault.ts'
import { preflightFine, refusal, type PreflightFinding } from './finding.ts'

const SHOWN = 3

/** The files are those of the package, and the native module fits this machine. */
export async function checkRelease(release: string): Promise<readonly PreflightFinding[]> {
  return [await checkFiles(release), checkNativeModule(release)]
}

async function checkFiles(release: string): Promise<PreflightFinding> {
  try {
    const damaged = await findDamagedFiles(release)
    if (damaged.length === 0) return preflightFine('files', 'all checksums match')
    const shown = damaged.slice(0, SHOWN).join(', ')
    const more = damaged.length > SHOWN ? ` and ${damaged.length - SHOWN} more` : ''
    return refusal('files', `not as packaged: ${shown}${more}; unpack the package anew`)
  } catch (error) {
    if (faultCode(error) !== 'ENOENT') throw error
    return refusal('files', 'SHA256SUMS is missing: install from an unpacked package')
  }
}

function checkNativeModule(release: string): PreflightFinding {
  try {
    createRequire(join(release, 'package.json'))('sqlite3')
    return preflightFine('native module', `loads with Node ${process.versions.node}`)
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return refusal(
      'native module',
      `sqlite3 does not load (${reason}); this package is for another processor or C library`,
    )
  }
}
