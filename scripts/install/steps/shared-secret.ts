import { randomBytes } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import type { FindOwner } from '../machine/ownership.ts'
import { unlessMissing } from '../machine/system-fault.ts'
import { protectedFileStep } from './file.ts'
import type { Step } from './step.ts'

/** Base64 of 24 bytes, of letters that neither PHP nor `redis_hosts` reads as something else. */
const SECRET_BYTES = 24

/** A secret that a Roundcube is told as well, without which every user of the machine could be it. */
export function sharedSecretStep(path: string, what: string, findOwner: FindOwner): Step {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const step = protectedFileStep(path, `${secret}\n`, { mode: 0o600, owner: 'service', findOwner })
  return {
    ...step,
    describe: `make ${what} unless there is one (${path})`,
    isDone: async () => (await unlessMissing(lstat(path))) !== undefined,
  }
}
