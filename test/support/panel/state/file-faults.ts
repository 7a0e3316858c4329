import { appendFile, readFile, rename, symlink, truncate, writeFile } from 'node:fs/promises'
import type { SessionFiles } from './session-files.ts'

/** Ways in which the files of a session can be wrong (CVE-2026-41940). */
export type FileFault =
  | 'cache_disagrees'
  | 'duplicate_key'
  | 'carriage_return'
  | 'symlink'
  | 'half_written'
  | 'needs_auth_with_user'
  | 'token_changed'

/** Spoils the files of one session, as a crash or an attack would. */
export async function spoilFiles(
  files: SessionFiles,
  name: string,
  fault: FileFault,
): Promise<void> {
  const raw = files.pathOf('raw', name)
  const cache = files.pathOf('cache', name)
  switch (fault) {
    case 'cache_disagrees':
      return replaceIn(cache, /"user":"[^"]*"/, '"user":"root"')
    case 'duplicate_key':
      return appendFile(raw, 'user=root\n')
    case 'carriage_return':
      return appendFile(raw, 'theme=x\rhasroot=1\n')
    case 'symlink':
      await rename(raw, `${raw}.target`)
      return symlink(`${raw}.target`, raw)
    case 'half_written':
      return truncate(cache, 20)
    case 'needs_auth_with_user':
      return appendFile(raw, 'needs_auth=1\n')
    case 'token_changed':
      return replaceIn(raw, /\/cpsess\d{10}/, '/cpsess0000000000')
  }
}

async function replaceIn(path: string, pattern: RegExp, by: string): Promise<void> {
  await writeFile(path, (await readFile(path, 'utf8')).replace(pattern, by))
}
