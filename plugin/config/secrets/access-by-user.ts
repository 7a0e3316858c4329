import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'

const execute = promisify(execFile)

/** Starting Node takes a second or two on a busy machine. */
const PROBE_MS = 30_000

/** Numeric ids of a user of this machine. */
export interface UserIds {
  readonly uid: number
  readonly gid: number
}

/** A file or directory that a user needs. `enter` is to look files up in a directory. */
export interface NeededAccess {
  readonly path: string
  readonly to: 'read' | 'write' | 'enter'
}

/** What the user is refused; `code` is the system's, e.g. `EACCES`. */
export interface RefusedAccess extends NeededAccess {
  readonly code: string
}

const response = z.array(z.string())

/** Asks the system about each path and writes its codes; the empty string is yes. */
const PROBE = `const { accessSync, constants } = require('node:fs')
const bits = { read: constants.R_OK, write: constants.W_OK, enter: constants.X_OK }
const codes = JSON.parse(process.argv[1]).map(({ path, to }) => {
  try { accessSync(path, bits[to]); return '' } catch (error) { return error.code }
})
process.stdout.write(JSON.stringify(codes))`

/**
 * What another user is refused of what it needs, tried by a process of that user: only root may ask. A path that is not
 * there is no refusal. Rejects when such a process cannot be started.
 */
export async function accessRefusedTo(
  { uid, gid }: UserIds,
  needed: readonly NeededAccess[],
): Promise<readonly RefusedAccess[]> {
  const { stdout } = await execute(process.execPath, ['-e', PROBE, JSON.stringify(needed)], {
    uid,
    gid,
    cwd: '/',
    env: {},
    timeout: PROBE_MS,
  })
  const codes = response.parse(JSON.parse(stdout))
  return needed.flatMap((access, index) => {
    const code = codes[index] ?? ''
    return code === '' || code === 'ENOENT' ? [] : [{ ...access, code }]
  })
}
