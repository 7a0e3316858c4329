import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateDirectory } from '../file/private-file.ts'
import { createSecret, readSecret } from './secret-file.ts'

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

  const all = await Promise.all(
    kids.map(async (kid) => ({ kid, secret: await readSecret(keyPath(directory, kid)) })),
  )
  const newest = all.at(-1)
  if (newest === undefined) throw new Error(`no key file in ${directory}`)
  return { newest, all }
}

/** Ids of the keys in the directory, oldest first. */
export async function listKids(directory: string): Promise<string[]> {
  const names = await readdir(directory)
  return names.flatMap((name) => keyFile.exec(name)?.[1] ?? []).sort()
}

/** Makes a key named for the time, to the millisecond, and reports its id; never replaces one. */
export async function createKey(directory: string, now: () => number): Promise<string> {
  const kid = new Date(now()).toISOString().replaceAll(/[-:.Z]/g, '')
  await createSecret(keyPath(directory, kid))
  return kid
}

/** A rotation, by key id. */
interface AddedKey {
  readonly added: string
  /** The ones there were, which continue opening. */
  readonly kept: readonly string[]
}

/** Adds a master key that seals from now on. */
export async function addKey(directory: string, now: () => number): Promise<AddedKey> {
  const remaining = await listKids(directory)
  const added = await createKey(directory, now)
  const after = await listKids(directory)
  if (after.at(-1) !== added) {
    await rm(keyPath(directory, added))
    throw new Error(`${directory} holds a key whose name sorts after ${added}: rename it first`)
  }
  return { added, kept: remaining }
}

interface OldKeys {
  /** The longest life of what is sealed and ends automatically. */
  readonly keepMs: number
  /** Ids of keys that something else is sealed under. */
  readonly held: ReadonlySet<string>
  readonly now: () => number
}

/** Removes keys whose successor is older than `keepMs`, unless something is sealed under them. Answers their ids. */
export async function removeOldKeys(
  directory: string,
  { keepMs, held, now }: OldKeys,
): Promise<readonly string[]> {
  const kids = await listKids(directory)
  const removed: string[] = []
  for (const [index, kid] of kids.entries()) {
    const successor = kids[index + 1]
    if (successor === undefined) break
    const { mtimeMs } = await stat(keyPath(directory, successor))
    if (now() - mtimeMs <= keepMs) break
    if (held.has(kid)) continue
    await rm(keyPath(directory, kid))
    removed.push(kid)
  }
  return removed
}

/** Takes a rotation back that no one could use. */
export async function removeKey(directory: string, kid: string): Promise<void> {
  await rm(keyPath(directory, kid))
}

/** Ages and modes of the key files, newest last; what an examination of the installation requests. */
export async function examineKeys(
  directory: string,
): Promise<readonly { readonly path: string; readonly mode: number; readonly madeAt: number }[]> {
  const names = (await readdir(directory)).filter((name) => /\.(key|secret)$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = join(directory, name)
      const { mode, mtimeMs } = await stat(path)
      return { path, mode: mode & 0o777, madeAt: mtimeMs }
    }),
  )
}

function keyPath(directory: string, kid: string): string {
  return join(directory, `${kid}.key`)
}

/** Master keys that can be replaced while others use them: `newest` and `all` are always the last ones read. */
export interface KeyRing extends SealKeys {
  /** Reads the keys again. Rejects and keeps the present ones when they cannot be read. */
  reload(): Promise<void>
  /** As `reload`, for a caller that met an unknown key: called often, read at most once a second. */
  refresh(): Promise<void>
  /** Calls the listener whenever they were read again: what was opened before may not open any more. */
  onRead(listener: () => void): void
}

interface KeyRingOptions {
  readonly load: () => Promise<SealKeys>
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
}

const refreshEveryMs = 1_000

/** Reads the keys for the first time. */
export async function createKeyRing({ load, now, wait }: KeyRingOptions): Promise<KeyRing> {
  let readAt = now()
  let keys = await load()
  let next: Promise<void> | undefined
  const listeners: (() => void)[] = []

  async function reload(): Promise<void> {
    readAt = now()
    keys = await load()
    for (const listener of listeners) listener()
  }

  async function reloadInTurn(): Promise<void> {
    const restMs = readAt + refreshEveryMs - now()
    // Not longer, also where the clock was set back.
    await wait(Math.min(refreshEveryMs, Math.max(0, restMs)))
    // A caller from here on may have met a key that this reading just misses.
    next = undefined
    await reload()
  }

  return {
    get newest(): SealKey {
      return keys.newest
    },
    get all(): readonly SealKey[] {
      return keys.all
    },
    reload,
    refresh: () => (next ??= reloadInTurn()),
    onRead: (listener) => void listeners.push(listener),
  }
}
