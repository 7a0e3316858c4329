import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PanelRefusalCode } from '../../adapter/panel.ts'
import { readPrivateFile } from './private-file.ts'
import { doAgree, parseCacheFields, parseRawFields, type SessionFields } from './fields.ts'

/** What the files of a session say, once they say it clearly. */
export type SessionReading =
  | { readonly kind: 'session'; readonly fields: SessionFields; readonly writtenAt: number }
  | { readonly kind: 'no'; readonly code: PanelRefusalCode }

interface SessionsDirectory {
  readonly directory: string
  /** Who must own the files: root on a real panel. */
  readonly ownerUid: number
}

/**
 * Reads the files of one session as the panel does, `cache/` and `raw/`, and refuses where it would
 * have to choose between them (CVE-2026-41940; plugin/docs/threats.md, the panel). Rejects when they can not be looked at.
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
    return { kind: 'session', fields: rawFields, writtenAt: raw.writtenAt }
  }
  const cacheFields = parseCacheFields(cache.text)
  if (cacheFields === undefined || !doAgree(rawFields, cacheFields)) return no('inconsistent')
  const writtenAt = Math.max(raw.writtenAt, cache.writtenAt)
  return { kind: 'session', fields: cacheFields, writtenAt }
}

function no(code: PanelRefusalCode): SessionReading {
  return { kind: 'no', code }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
