import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorCode } from '../../file/system-error.ts'
import { PhpFormatError } from '../../php/format.ts'
import { variableNames } from '../../php/variable-names.ts'
import {
  inPieces,
  SESSION_ID,
  type SessionStorage,
  type SessionStorageTarget,
  type StorageOptions,
  type StoredSession,
} from './storage.ts'

/** How PHP names them (session.save_handler = files). */
const PREFIX = 'sess_'

/** Sessions that PHP keeps in files of session.save_path, which other programs in PHP may use as well. */
export function openFilesStorage(
  { directory, owner }: Extract<SessionStorageTarget, { readonly kind: 'files' }>,
  { lifetimeMs, now }: StorageOptions,
): SessionStorage {
  const pathOf = (id: string) => join(directory, `${PREFIX}${id}`)

  async function readOne(id: string): Promise<readonly StoredSession[]> {
    // Who may write the directory could put a link there.
    const handle = await unlessMissing(
      open(pathOf(id), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK),
    )
    if (handle === undefined) return []
    try {
      const stats = await handle.stat()
      if (!stats.isFile() || stats.uid !== owner.uid) return []
      const vars = await handle.readFile()
      const lifeMs = Math.floor(lifetimeMs - (now() - stats.mtimeMs))
      if (lifeMs <= 0 || !isOfRoundcube(vars)) return []
      return [{ id, session: { vars, ip: '', changed: Math.floor(stats.mtimeMs / 1_000) }, lifeMs }]
    } finally {
      await handle.close()
    }
  }

  async function writeOne({ id, session }: StoredSession): Promise<void> {
    const made = `${pathOf(id)}.${randomUUID()}`
    const handle = await open(made, 'wx', 0o600)
    try {
      await handle.writeFile(session.vars)
      await handle.chown(owner.uid, owner.gid)
      await handle.utimes(session.changed, session.changed)
      await rename(made, pathOf(id))
    } catch (error) {
      await rm(made, { force: true })
      throw error
    } finally {
      await handle.close()
    }
  }

  return {
    async list() {
      const names = await readdir(directory)
      const ids = names.flatMap((name) =>
        name.startsWith(PREFIX) && SESSION_ID.test(name.slice(PREFIX.length))
          ? [name.slice(PREFIX.length)]
          : [],
      )
      const stamps = new Map<string, string>()
      for (const piece of inPieces(ids)) {
        const found = await Promise.all(
          piece.map((id) => unlessMissing(lstat(pathOf(id), { bigint: true }))),
        )
        for (const [n, id] of piece.entries()) {
          const stats = found[n]
          if (stats?.isFile() !== true || Number(stats.uid) !== owner.uid) continue
          stamps.set(id, `${stats.ino}.${stats.size}.${stats.mtimeNs}`)
        }
      }
      return stamps
    },
    async read(ids) {
      const found: StoredSession[] = []
      for (const piece of inPieces(ids))
        found.push(...(await Promise.all(piece.map(readOne))).flat())
      return found
    },
    async write(sessions) {
      for (const session of sessions) await writeOne(session)
    },
    async remove(ids) {
      for (const id of ids) await rm(pathOf(id), { force: true })
    },
    close: () => Promise.resolve(),
  }
}

/** Variables of Roundcube's sessions: of a user who is signed in, and of whom a sign-in form was shown to. */
const SIGNED_IN = ['user_id', 'storage_host', 'password']
const NOT_YET = ['temp', 'language', 'request_token']

function isOfRoundcube(vars: Buffer): boolean {
  try {
    const names = variableNames(vars)
    return [SIGNED_IN, NOT_YET].some((wanted) => wanted.every((name) => names.includes(name)))
  } catch (error) {
    if (error instanceof PhpFormatError) return false
    throw error
  }
}

async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work
  } catch (error) {
    // ELOOP: a link.
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ELOOP') return undefined
    throw error
  }
}
