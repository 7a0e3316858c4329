import { dirname } from 'node:path'
import { pino } from 'pino'
import { makePrivateDirectory } from '../../store/index.ts'
import type { Config } from '../config/schema.ts'
import { usedBy } from '../config/invalid-setting.ts'
import { createErrorLog, type ErrorLog } from './error-log.ts'
import { createLogFile } from './file.ts'
import { createOperationalLog, type OperationalLog } from './operational-log.ts'

/** Both logs of the process. */
export interface Logs {
  readonly errorLog: ErrorLog
  readonly log: OperationalLog
  /** After a rotation (SIGUSR2; Node keeps SIGUSR1 for its inspector). */
  reopen(): void
  /** Lines of the error log lost since the start. */
  lostLines(): number
  close(): Promise<void>
}

const ROTATION_CHECK_MS = 1_000
const RETRY_MS = 1_000

/** Opens the error log of specification 7 and the structured log on standard output. Throws InvalidSetting. */
export async function openLogs(config: Config): Promise<Logs> {
  // It may be dataDir; and the lines name people and addresses.
  await usedBy('errorLog', makePrivateDirectory(dirname(config.errorLog)))
  const file = createLogFile({
    path: config.errorLog,
    maxQueuedBytes: config.log.waitingBytes,
    rotationCheckMs: ROTATION_CHECK_MS,
    retryMs: RETRY_MS,
    now: Date.now,
  })
  return {
    errorLog: createErrorLog({
      destination: file,
      now: Date.now,
      zone: config.webmail.timeZone,
      requestIdBrackets: config.log.requestIdBrackets,
      redact: config.log.redact,
    }),
    log: createOperationalLog({ level: config.log.level, destination: pino.destination(1) }),
    reopen: () => file.reopen(),
    lostLines: () => file.droppedLines,
    close: () => file.close(),
  }
}
