import { dirname } from 'node:path'
import { pino } from 'pino'
import { makePrivateDirectory } from '../../store/index.ts'
import type { Config } from '../config/schema.ts'
import { usedBy } from '../config/invalid-setting.ts'
import { hostAndPortOf } from '../config/sections/addresses.ts'
import { type AuditLog, createAuditLog, createSyslogDestination } from './audit-log.ts'
import { createErrorLog, type ErrorLog } from './error-log.ts'
import { createLogFile, type LogDestination } from './file.ts'
import { createOperationalLog, type OperationalLog } from './operational-log.ts'

/** The logs of the process. */
export interface Logs {
  readonly errorLog: ErrorLog
  readonly log: OperationalLog
  /** Who signed in and out, and who was refused. */
  readonly audit: AuditLog
  /** After a rotation (SIGUSR2; Node keeps SIGUSR1 for its inspector). */
  reopen(): void
  /** Lines of the error log and of the audit lost since the start. */
  lostLines(): number
  /** Bytes of both that wait for their disk. */
  waitingBytes(): number
  close(): Promise<void>
}

/** Lines stored in memory while their disk takes none, 20,000 of them; beyond it they are lost. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024
const ROTATION_CHECK_MS = 1_000
const RETRY_MS = 1_000

/** Opens the error log of specification 7 and the structured log on standard output. Throws InvalidSetting. */
export async function openLogs(config: Config): Promise<Logs> {
  // It may be dataDir; and the lines name users and addresses.
  await usedBy('errorLog', makePrivateDirectory(dirname(config.errorLog)))
  const file = openFile(config.errorLog)
  const log = createOperationalLog({ level: config.log.level, destination: pino.destination(1) })
  const auditLog = await openAudit(config, log)
  return {
    audit: auditLog.audit,
    errorLog: createErrorLog({
      destination: file,
      now: Date.now,
      zone: config.webmail.timeZone,
      requestIdBrackets: config.log.requestIdBrackets,
    }),
    log,
    reopen() {
      file.reopen()
      auditLog.file?.reopen()
    },
    lostLines: () => file.droppedLines + (auditLog.file?.droppedLines ?? 0),
    waitingBytes: () => file.waitingBytes + (auditLog.file?.waitingBytes ?? 0),
    async close() {
      auditLog.close()
      await Promise.all([file.close(), auditLog.file?.close()])
    },
  }
}

function openFile(path: string) {
  return createLogFile({
    path,
    maxQueuedBytes: MAX_WAITING_BYTES,
    rotationCheckMs: ROTATION_CHECK_MS,
    retryMs: RETRY_MS,
    now: Date.now,
  })
}

/** The audit with what is to be closed of it; without a destination of its own it goes to the operational log. */
async function openAudit({ audit }: Config, log: OperationalLog) {
  const { file: path, syslog } = audit
  if (path !== null) await usedBy('audit.file', makePrivateDirectory(dirname(path)))
  const file = path === null ? undefined : openFile(path)
  const receiver =
    syslog === null
      ? undefined
      : createSyslogDestination({ ...hostAndPortOf(syslog), now: Date.now })
  const own: readonly LogDestination[] = [file, receiver].filter((to) => to !== undefined)
  const destination: LogDestination = {
    write: (line) => {
      for (const to of own) to.write(line)
    },
  }
  const toOperationalLog: AuditLog = {
    note: ({ event, ...fields }) => log.info({ audit: event, ...fields }, 'audit'),
  }
  return {
    audit: own.length === 0 ? toOperationalLog : createAuditLog({ destination, now: Date.now }),
    file,
    close: () => receiver?.close(),
  }
}
