import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config/schema.ts'
import { MIB } from '../config/sections/units.ts'
import type { OperationalLog } from '../log/operational-log.ts'
import { openStaging, type Staging } from '../uploads/staging.ts'

/** Of files that are attached, while they lie on the disk (plugin/docs/operating.md). */
export const UPLOAD_LIMITS = {
  filesPerOwner: 200,
  /** Of the files of one owner: four messages of the largest size; see `openUploads`. */
  messagesPerOwner: 4,
  files: 10_000,
  bytes: 8_192 * MIB,
  /** What is left of the disk: sessions are written to it. */
  freeBytes: 1_024 * MIB,
  /** A page that was left open overnight still finds its files; one without them uploads them again. */
  keepMs: 24 * 60 * 60_000,
  releasedMs: 10 * 60_000,
  sweepMs: 5 * 60_000,
}

const ID_BYTES = 24

/** Opens the directory of files that are attached. Rejects when it cannot be made. */
export function openUploads(
  { dataDir, limits: { messageBytes } }: Config,
  { now, log }: { readonly now: () => number; readonly log: OperationalLog },
  limits: typeof UPLOAD_LIMITS,
): Promise<Staging> {
  return openStaging({
    directory: join(dataDir, 'uploads'),
    limits: { ...limits, bytesPerOwner: limits.messagesPerOwner * messageBytes },
    newId: () => randomBytes(ID_BYTES).toString('base64url'),
    now,
    onFault: (err) => log.error({ err }, 'abandoned uploads could not be deleted'),
  })
}
