import { open } from 'node:fs/promises'
import { join } from 'node:path'

const minCharacters = 16

/**
 * The secret shared with the panel, for which it hands over mailbox passwords: the file
 * `panel-hand-over.secret` beside the keys. undefined when there is none; throws when others can read it.
 */
export function readHandOverSecret(directory: string): Promise<string | undefined> {
  return readSecret(join(directory, 'panel-hand-over.secret'))
}

/**
 * The password of the Dovecot master user: the file `imap-master.secret` beside the keys. undefined when
 * there is none; throws when others can read it.
 */
export function readMasterPassword(directory: string): Promise<string | undefined> {
  return readSecret(join(directory, 'imap-master.secret'))
}

async function readSecret(path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (file === undefined) return undefined
  try {
    // Asked of the open file, so that nobody can swap it in between.
    const { mode } = await file.stat()
    if ((mode & 0o077) !== 0) throw new Error(`${path} must have mode 0400 or 0600`)
    const secret = (await file.readFile('utf8')).trim()
    if (secret.length < minCharacters) {
      throw new Error(`${path} must hold at least ${minCharacters} characters`)
    }
    return secret
  } finally {
    await file.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
