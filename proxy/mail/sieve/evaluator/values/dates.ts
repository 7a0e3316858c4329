const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_NAMES = MONTHS.map((name) => name.charAt(0).toUpperCase() + name.slice(1))
const DAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** RFC 5322 4.3; what is no zone means UTC. */
const ZONES: Readonly<Record<string, number>> = {
  EDT: -240,
  EST: -300,
  CDT: -300,
  CST: -360,
  MDT: -360,
  MST: -420,
  PDT: -420,
  PST: -480,
}

/** A moment with the zone it was written in. */
export interface ZonedDate {
  readonly ms: number
  /** Minutes east of UTC. */
  readonly zoneMinutes: number
}

const DATE =
  /^\s*(?:[A-Za-z]+\s*,?\s*)?(\d{1,2})\s+([A-Za-z]{3})[A-Za-z]*\s+(\d{4}|\d{2})\s+(\d{1,2})\s*:\s*(\d{1,2})(?:\s*:\s*(\d{1,2}))?\s*([\w!#$%&'*+/=?^`{|}~-]*)/

/** The date of a field (RFC 5322 3.3), what stands behind its last semicolon (`Received`). */
export function parseZonedDate(value: string): ZonedDate | undefined {
  const text = value.slice(value.lastIndexOf(';') + 1).replace(/\([^()]*\)/g, ' ')
  const [whole, day, monthName = '', yearText = '', hour, minute, second, zone = ''] =
    DATE.exec(text.slice(0, 200)) ?? []
  const month = MONTHS.indexOf(monthName.toLowerCase())
  if (whole === undefined || month === -1) return undefined
  const parts = [day, hour, minute, second ?? 0].map(Number)
  const [dayNumber = 0, hours = 0, minutes = 0, seconds = 0] = parts
  if (dayNumber < 1 || dayNumber > 31 || hours > 23 || minutes > 59 || seconds > 60)
    return undefined
  const zoneMinutes = zoneOf(zone)
  const local = Date.UTC(fullYear(yearText), month, dayNumber, hours, minutes, seconds)
  return { ms: local - zoneMinutes * 60_000, zoneMinutes }
}

function fullYear(text: string): number {
  const year = Number(text)
  if (text.length === 4) return year
  return year < 70 ? 2000 + year : 1900 + year
}

function zoneOf(text: string): number {
  if (text.length === 1) return militaryZone(text)
  return parseZone(text) ?? ZONES[text] ?? 0
}

/** RFC 822 5.1 as Dovecot reads it: what is no capital, a lone sign too, counts by its distance from `A` or `M`. */
function militaryZone(letter: string): number {
  const capital = letter.toUpperCase()
  const distanceFrom = (other: string) => letter.charCodeAt(0) - other.charCodeAt(0)
  if (capital < 'J') return 60 * (distanceFrom('A') + 1)
  if (capital === 'J' || capital >= 'Z') return 0
  return 60 * (capital <= 'M' ? distanceFrom('A') : -distanceFrom('M'))
}

/** `+0200` in minutes. */
export function parseZone(text: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(text) ?? []
  if (sign === undefined) return undefined
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}

/** A part of a date (RFC 5260 4.2) in a zone; undefined for a name of no part. */
export function datePart(name: string, ms: number, zoneMinutes: number): string | undefined {
  const at = new Date(ms + zoneMinutes * 60_000)
  const two = (amount: number) => String(amount).padStart(2, '0')
  const year = String(at.getUTCFullYear()).padStart(4, '0')
  const [month, day] = [two(at.getUTCMonth() + 1), two(at.getUTCDate())]
  const [hour, minute, second] = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two)
  const time = `${hour}:${minute}:${second}`
  const distance = Math.abs(zoneMinutes)
  const [zoneHour, zoneMinute] = [two(Math.floor(distance / 60)), two(distance % 60)]
  const sign = zoneMinutes < 0 ? '-' : '+'
  switch (name.toLowerCase()) {
    case 'year':
      return year
    case 'month':
      return month
    case 'day':
      return day
    case 'date':
      return `${year}-${month}-${day}`
    case 'julian':
      // Days since 17 November 1858.
      return String(Math.floor((ms + zoneMinutes * 60_000) / 86_400_000) + 40_587)
    case 'hour':
      return hour
    case 'minute':
      return minute
    case 'second':
      return second
    case 'time':
      return time
    case 'iso8601':
      return `${year}-${month}-${day}T${time}${zoneMinutes === 0 ? 'Z' : `${sign}${zoneHour}:${zoneMinute}`}`
    case 'std11':
      return `${DAY_NAMES[at.getUTCDay()]}, ${day} ${MONTH_NAMES[at.getUTCMonth()]} ${year} ${time} ${sign}${zoneHour}${zoneMinute}`
    case 'zone':
      return `${sign}${zoneHour}${zoneMinute}`
    case 'weekday':
      return String(at.getUTCDay())
    default:
      return undefined
  }
}
