/** The two ways the specification writes a moment (spec 7): numeric offset in Form A, named zone in Form B. */
export interface LogClock {
  /** `21-Nov-2026 02:52:22 +0000` */
  formA(): string
  /** `21-Nov-2026 03:32:43 UTC` */
  formB(): string
}

/** A clock for one IANA zone. Text is made once per second: a burst of lines shares it. */
export function createLogClock({
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
