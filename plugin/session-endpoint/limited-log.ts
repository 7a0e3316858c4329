/** The two levels the endpoint writes at. */
export interface EndpointLog {
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

interface Bounds {
  readonly linesPerPeriod: number
  readonly periodMs: number
  readonly now: () => number
}

/** A log for what others cause as often as they like: beyond the bound lines are only counted, and told with the next. */
export function limitedLog(
  log: EndpointLog,
  { linesPerPeriod, periodMs, now }: Bounds,
): EndpointLog {
  let since = Number.NEGATIVE_INFINITY
  let lines = 0

  function write(level: 'warn' | 'error', fields: object, text: string): void {
    const unwritten = Math.max(0, lines - linesPerPeriod)
    if (Math.abs(now() - since) >= periodMs) {
      since = now()
      lines = 0
    }
    lines += 1
    if (lines > linesPerPeriod) return
    log[level](lines === 1 && unwritten > 0 ? { ...fields, unwritten } : fields, text)
  }

  return {
    warn: (fields, text) => write('warn', fields, text),
    error: (fields, text) => write('error', fields, text),
  }
}

/** The same log, each of whose lines is counted. */
export function countedLog(log: EndpointLog, count: () => void): EndpointLog {
  return {
    warn: (fields, text) => {
      count()
      log.warn(fields, text)
    },
    error: (fields, text) => {
      count()
      log.error(fields, text)
    },
  }
}
