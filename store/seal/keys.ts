import { randomBytes } from 'node:crypto'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateDirectory } from '../file/private-directory.ts'

/** A master key with its id, the name of its file. */
export interface SealKey {
  readonly kid: string
  readonly secret: Buffer
}

/** The master keys: the newest seals, every one of them opens. */
export interface SealKeys {
  readonly newest: SealKey
  readonly all: readonly SealKey[]
}

const keyFile = /^([\w-]{1,64})\.key$/
const keyBytes = 32

/**
 * Reads `<kid>.key` files (32 bytes as base64url text); the kid that sorts last is the newest, so ids
 * are dates. Throws when a file can be read by others, or when there is none and `create` is not set.
 */
export async function loadKeys(
  directory: string,
  { create, now }: { readonly create: boolean; readonly now: () => number },
): Promise<SealKeys> {
  if (create) await makePrivateDirectory(directory)
  let kids = await listKids(directory)
  if (kids.length === 0 && create) kids = [await createKey(directory, now)]

  const all = await Promise.all(kids.map((kid) => readKey(directory, kid)))
  const newest = all.at(-1)
  if (newest === undefined) throw new Error(`no key file in ${directory}`)
  return { newest, all }
}

/** Ids of the keys in the directory, oldest first. */
export async function listKids(directory: string): Promise<string[]> {
  const names = await readdir(directory)
  return names.flatMap((name) => keyFile.exec(name)?.[1] ?? []).sort()
}

/** Makes a key named for the time, to the millisecond, and tells its id; never replaces one. */
export async function createKey(directory: string, now: () => number): Promise<string> {
  const kid = new Date(now()).toISOString().replaceAll(/[-:.Z]/g, '')
  // `wx`: a key must never replace another, the sessions sealed under it would be lost.
  const file = await open(join(directory, `${kid}.key`), 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(keyBytes).toString('base64url')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return kid
}

async function readKey(directory: string, kid: string): Promise<SealKey> {
  const path = join(directory, `${kid}.key`)
  const file = await open(path, 'r')
  try {
    // Asked of the open file, so that nobody can swap it in between.
    const { mode } = await file.stat()
    if ((mode & 0o077) !== 0) throw new Error(`${path} must have mode 0400 or 0600`)
    const secret = Buffer.from((await file.readFile('utf8')).trim(), 'base64url')
    if (secret.length !== keyBytes)
      throw new Error(`${path} must hold ${keyBytes} bytes of base64url`)
    return { kid, secret }
  } finally {
    await file.close()
  }
}
