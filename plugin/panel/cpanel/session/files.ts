import { lstat, open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { constants } from 'node:fs'
import { systemErrorCode } from '../../../config/system-error.ts'
import type { PanelRefusalCode } from '../../adapter/panel.ts'
import { doAgree, parseCacheFields, parseRawFields, type SessionFields } from './fields.ts'

/** What the files of a session say, once they say it clearly. */
type SessionReading =
  | { readonly kind: 'session'; readonly fields: SessionFields }
  | { readonly kind: 'no'; readonly code: PanelRefusalCode }

interface SessionsDirectory {
  readonly directory: string
  /** Who must own the files: root on a real panel. */
  readonly ownerUid: number
}

/**
 * Reads the files of one session as the panel does, `cache/` and `raw/`, and refuses where it would
 * have to choose between them (CVE-2026-41940; plugin/docs/threats.md, the panel). Rejects when they cannot be looked at.
 */
export async function readSessionFiles(
  name: string,
  { directory, ownerUid }: SessionsDirectory,
): Promise<SessionReading> {
  const cache = await readPrivateFile(join(directory, 'cache', name), ownerUid)
  const raw = await readPrivateFile(join(directory, 'raw', name), ownerUid)
  if (await exists(join(directory, 'preauth', name))) return no('session_preauth')
  if (raw.kind === 'untrusted' || cache.kind === 'untrusted') return no('inconsistent')
  if (raw.kind === 'missing')
    return no(cache.kind === 'missing' ? 'session_unknown' : 'inconsistent')

  const rawFields = parseRawFields(raw.text)
  if (rawFields === undefined) return no('inconsistent')
  if (cache.kind === 'missing' || cache.text === '') {
    // Nothing to compare with: a file cut off in the middle of a value must not pass.
    if (!raw.text.endsWith('\n')) return no('inconsistent')
    return { kind: 'session', fields: rawFields }
  }
  const cacheFields = parseCacheFields(cache.text)
  if (cacheFields === undefined || !doAgree(rawFields, cacheFields)) return no('inconsistent')
  return { kind: 'session', fields: cacheFields }
}

function no(code: PanelRefusalCode): SessionReading {
  return { kind: 'no', code }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** What a file that only its owner may touch holds. */
type PrivateFile =
  | { readonly kind: 'missing' }
  /** A link, another kind of file, another owner or mode, or too large: someone else may have made it. */
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'read'; readonly text: string }

/** A session is some hundred bytes; a page of them is no session. */
const MAX_BYTES = 64 * 1024

/**
 * Reads a file of mode 0600 and the given owner, never through a symbolic link. Rejects when the file
 * could not be looked at, which says nothing about it.
 */
async function readPrivateFile(path: string, ownerUid: number): Promise<PrivateFile> {
  let file: FileHandle
  try {
    // O_NONBLOCK: a named pipe in its place must not hold us up.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT') return { kind: 'missing' }
    if (code === 'ELOOP' || code === 'ENXIO') return { kind: 'untrusted' }
    throw error
  }
  try {
    // Asked of the open file, so that no one can swap it in between.
    const { mode, uid, size } = await file.stat()
    // Type and permissions in one: a regular file, 0600, without set-id bits.
    const isOurs = mode === (constants.S_IFREG | 0o600) && uid === ownerUid && size <= MAX_BYTES
    if (!isOurs) return { kind: 'untrusted' }
    return { kind: 'read', text: await file.readFile('utf8') }
  } finally {
    await file.close()
  }
}

/**
 * `<user>:<random>[:<TAG>]` (plugin/docs/threats.md, cPanel), as a file name below one directory: visible ASCII
 * without a slash or comma. The user is empty before the sign-in.
 */
const NAME = /^[!-+.0-~-]{0,254}:[A-Za-z0-9_]{16,64}(?::[A-Z_]{1,64})?$/

/** The secret behind the comma encodes the password in the file; the name is the same without it. */
const TAIL = /,[0-9a-f]{1,64}$/

/** The session a cookie value names, which is also the name of its files; undefined when it is none. */
export function sessionNameOf(cookieValue: string): string | undefined {
  const decoded = cookieValue.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const name = decoded.replace(TAIL, '')
  return NAME.test(name) ? name : undefined
}
