import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Writes `FILE.asc`, a detached signature by this key of GnuPG's key ring, which requests its passphrase automatically.
 * `gpg --verify FILE.asc FILE` reports whether a file is the one that was signed.
 */
export async function signFile(file: string, key: string): Promise<void> {
  await run('gpg', ['--batch', '--yes', '--local-user', key, '--armor', '--detach-sign', file])
}
