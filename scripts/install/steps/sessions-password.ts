import { randomBytes } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FindOwner } from '../machine/ownership.ts'
import { unlessMissing } from '../machine/system-fault.ts'
import { keptFileStep } from './file.ts'
import type { Step } from './step.ts'

/** Base64 of 24 bytes, of letters that neither PHP nor `redis_hosts` reads as something else. */
const PASSWORD_BYTES = 24

/** A password for the session endpoint, without which every user of the machine could read its sessions. */
export function sessionsPasswordStep(secretsDir: string, findOwner: FindOwner): Step {
  const path = join(secretsDir, 'webmail-sessions.secret')
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const step = keptFileStep(path, `${password}\n`, { mode: 0o600, owner: 'service', findOwner })
  return {
    ...step,
    describe: `make a password for the session endpoint unless there is one (${path})`,
    isDone: async () => (await unlessMissing(lstat(path))) !== undefined,
  }
}
