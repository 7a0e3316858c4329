import type { LogDestination } from './file.ts'
import type { ProcessFault, RequestFault } from './lines.ts'
import { printable } from './printable.ts'
import { redactPath, loggablePath } from './request-name.ts'

/** The request a Form A line belongs to. */
interface LoggedRequest {
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

/** Writes both forms to one destination; secrets of logged paths are redacted. `zone` is an IANA name. */
export function createErrorLog({
  destination,
  now,
  zone,
  requestIdBrackets,
}: {
  readonly destination: LogDestination
  readonly now: () => number
  readonly zone: string
  readonly requestIdBrackets: boolean
}): ErrorLog {
  const clock = createLogClock({ now, zone })
  return {
    formA({ requestId, kind, message, method, pathAndQuery }) {
      const id = printable(requestId, 32)
      const path = loggablePath(redactPath(pathAndQuery), MAX_PATH_CHARS)
      destination.write(
        `[${clock.formA()}]: ${requestIdBrackets ? `<${id}>` : id} ${kind} Error: ${printable(message, MAX_MESSAGE_CHARS)} (${printable(method, 16)} ${path})\n`,
      )
    },
    formB({ message }) {
      destination.write(`[${clock.formB()}] ${printable(message, MAX_MESSAGE_CHARS)}\n`)
    },
  }
}

/** The two ways the specification writes a moment (spec 7): numeric offset in Form A, named zone in Form B. */
interface LogClock {
  /** `21-Nov-2026 02:52:22 +0000` */
  formA(): string
  /** `21-Nov-2026 03:32:43 UTC` */
  formB(): string
}

/** A clock for one IANA zone. Text is made once per second: a burst of lines shares it. */
function createLogClock({
  now,
  zone,
}: {
  readonly now: () => number
  readonly zone: string
}): LogClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  let second = Number.NaN
  let date = ''
  let offset = ''

  const refresh = (): void => {
    const ms = now()
    if (Math.floor(ms / 1000) === second) return
    second = Math.floor(ms / 1000)
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? ''
    date = `${part('day')}-${part('month')}-${part('year')} ${part('hour')}:${part('minute')}:${part('second')}`
    offset = numericOffset(part('timeZoneName'))
  }

  return {
    formA() {
      refresh()
      return `${date} ${offset}`
    },
    formB() {
      refresh()
      return `${date} ${zone}`
    },
  }
}

/** `GMT+05:30` -> `+0530`; plain `GMT` -> `+0000`. */
function numericOffset(name: string): string {
  const match = /^GMT([+-]\d{2}):(\d{2})/.exec(name)
  return match === null ? '+0000' : `${match[1] ?? ''}${match[2] ?? ''}`
}
