import { randomBytes } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makePrivateDirectory } from '../file/private-file.ts'
import { systemErrorCode } from '../file/system-error.ts'

const SECRET_BYTES = 32

/**
 * Reads a secret of 32 bytes (base64url text) that must outlive restarts and be the same in every
 * instance; creates it first where that is wanted. Throws when others can read the file, or it is missing.
 */
export async function loadSecret(
  path: string,
  { create }: { readonly create: boolean },
): Promise<Buffer> {
  if (create) await createUnlessThere(path)
  return readSecret(path)
}

/** The 32 bytes of a secret. Throws when others can read the file, or it holds anything else. */
export async function readSecret(path: string): Promise<Buffer> {
  const secret = Buffer.from(await readSecretText(path), 'base64url')
  if (secret.length === SECRET_BYTES) return secret
  throw new Error(`${path} must hold ${SECRET_BYTES} bytes of base64url`)
}

/** The text of a file that holds a secret, without blanks around it. Throws when others can read the file. */
export async function readSecretText(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    // Asked of the open file, so that no one can swap it in between.
    const { mode } = await file.stat()
    if ((mode & 0o077) !== 0) throw new Error(`${path} must have mode 0400 or 0600`)
    return (await file.readFile('utf8')).trim()
  } finally {
    await file.close()
  }
}

/**
 * Makes a secret of random bytes for the owner of its directory, whichever user runs this: root must not leave the service one
 * that it cannot read. Rejects with EEXIST rather than replace one: what it sealed would be lost.
 */
export async function createSecret(path: string): Promise<void> {
  const { uid, gid } = await stat(dirname(path))
  const file = await open(path, 'wx', 0o600)
  try {
    if (process.geteuid?.() === 0) await file.chown(uid, gid)
    await file.writeFile(`${randomBytes(SECRET_BYTES).toString('base64url')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function createUnlessThere(path: string): Promise<void> {
  await makePrivateDirectory(dirname(path))
  try {
    await createSecret(path)
  } catch (error) {
    // Made by an earlier start or another instance: that one counts.
    if (systemErrorCode(error) !== 'EEXIST') throw error
  }
}
