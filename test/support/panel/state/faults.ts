import { once } from 'node:events'
import { appendFile, readFile, rename, symlink, truncate, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SessionFiles } from './session-files.ts'

/** How the panel misbehaves towards anyone who asks it. */
export type PanelFault =
  /** Accepts and never answers. */
  | 'silent'
  | 'bad_gateway'
  /** Breaks off in the middle of the response's head. */
  | 'broken'

/** Switches for the faults of a running panel. */
export interface Faults {
  set(fault: PanelFault | undefined): void
  /** True when a fault has dealt with the request. */
  strike(req: IncomingMessage, res: ServerResponse): Promise<boolean>
}

/** Creates the switches, all off. */
export function createFaults(): Faults {
  let current: PanelFault | undefined
  return {
    set(fault) {
      current = fault
    },
    async strike(req, res) {
      switch (current) {
        case undefined:
          return false
        case 'silent':
          await once(res, 'close')
          return true
        case 'bad_gateway':
          res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
          return true
        case 'broken':
          req.socket.write('HTTP/1.1 204 No Con', () => req.socket.destroy())
          return true
      }
    },
  }
}

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
