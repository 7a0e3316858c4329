import { createLogClock } from './clock.ts'
import type { LogDestination } from './file.ts'
import type { ProcessFault, RequestFault } from './lines.ts'
import { printable } from './printable.ts'
import { redactPath } from './redact-path.ts'
import { loggablePath } from './request-name.ts'

/** The request a Form A line belongs to. */
export interface LoggedRequest {
  /** Eight lower-case hexadecimal digits, the same for all lines of one request. */
  readonly requestId: string
  readonly method: string
  /** As the client sent it; of a POST with `_task` and `_action` of the body (request-name.ts). */
  readonly pathAndQuery: string
}

/** The error log of specification 7. Writing never blocks and never throws. */
export interface ErrorLog {
  /** `[date +0000]: <request id> <Kind> Error: <message> (<METHOD> <path and query>)` */
  formA(line: RequestFault & LoggedRequest): void
  /** `[date UTC] <message>` */
  formB(line: ProcessFault): void
}

/** Longer than any path of request-name.ts. */
const MAX_PATH_CHARS = 384
/** Longer than any line of plugin/log/lines.ts: only a foreign message can meet it. */
const MAX_MESSAGE_CHARS = 4_096

/** Writes both forms to one destination. `zone` is an IANA name; `redact` hides secrets of logged paths. */
export function createErrorLog({
  destination,
  now,
  zone,
  requestIdBrackets,
  redact,
}: {
  readonly destination: LogDestination
  readonly now: () => number
  readonly zone: string
  readonly requestIdBrackets: boolean
  readonly redact: boolean
}): ErrorLog {
  const clock = createLogClock({ now, zone })
  return {
    formA({ requestId, kind, message, method, pathAndQuery }) {
      const id = printable(requestId, 32)
      const path = loggablePath(redact ? redactPath(pathAndQuery) : pathAndQuery, MAX_PATH_CHARS)
      destination.write(
        `[${clock.formA()}]: ${requestIdBrackets ? `<${id}>` : id} ${kind} Error: ${printable(message, MAX_MESSAGE_CHARS)} (${printable(method, 16)} ${path})\n`,
      )
    },
    formB({ message }) {
      destination.write(`[${clock.formB()}] ${printable(message, MAX_MESSAGE_CHARS)}\n`)
    },
  }
}
