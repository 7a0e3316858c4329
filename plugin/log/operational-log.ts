import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config/schema.ts'
import { jsonPrintable } from './printable.ts'

/** The structured log of the process: JSON lines apart from the error log of specification 7. */
export type OperationalLog = Logger

/** Fields that never reach the log, at the top and one level down. */
const SECRET_FIELDS = [
  'password',
  'pass',
  'token',
  'requestToken',
  'credential',
  'cookie',
  'cookies',
  'authorization',
  'set-cookie',
  'sessionId',
  'vars',
] as const

/**
 * Creates the log. Secrets are redacted by field name; errors are written with their causes. Characters that turn a
 * line around or are not seen are JSON escapes.
 */
export function createOperationalLog({
  level,
  destination,
}: {
  readonly level: Config['log']['level']
  readonly destination: DestinationStream
}): OperationalLog {
  const paths = SECRET_FIELDS.flatMap((field) =>
    field.includes('-') ? [`["${field}"]`, `*["${field}"]`] : [field, `*.${field}`],
  )
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.errWithCause },
      redact: { paths, censor: '[redacted]' },
    },
    { write: (line) => destination.write(jsonPrintable(line)) },
  )
}
