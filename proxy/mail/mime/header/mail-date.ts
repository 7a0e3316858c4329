/** Longer values are none. */
const MAX_CHARACTERS = 128

/**
 * Unix ms of a Date header (RFC 5322 3.3, with the years and zones of 4.3) or an INTERNALDATE (RFC 9051 7.5.2), and of what programs write
 * instead: names of zones, dots and dashes, blanks within a zone, the year at the end (asctime). undefined for what makes no sense.
 */
export function parseMailDate(text: string): number | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const value = text.replace(/\([^()]*\)/g, ' ').trim()
  const standardDate = STANDARD.exec(value)?.groups ?? ASCTIME.exec(value)?.groups
  if (standardDate === undefined) return parsedByEngine(value)
  const month = MONTHS.indexOf((standardDate['month'] ?? '').toLowerCase())
  const year = fullYear(standardDate['year'] ?? '')
  const [day, hour, minute, second] = ['day', 'hour', 'minute', 'second'].map((name) =>
    Number(standardDate[name] ?? 0),
  )
  if (month === -1 || day === undefined || hour === undefined || minute === undefined)
    return undefined
  if (day < 1 || day > 31 || hour > 24 || minute > 59) return undefined
  const local = Date.UTC(year, month, day, hourOf(hour, standardDate['half']), minute, second)
  return local - zoneMinutes(standardDate['zone'] ?? '') * 60_000
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const CLOCK = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d{1,2})(?:[:.](?<second>\d{1,2})(?:[.,]\d+)?)?`
const STANDARD = new RegExp(
  String.raw`^(?:[a-z]{2,9}[.,]*\s*)?(?<day>\d{1,2})[.\s/-]*(?<month>[a-z]{3})[a-z]*[.,\s/-]*(?<year>\d{2,4})[,\s]+(?:at\s+)?${CLOCK}\s*(?<half>[ap]\.?m\.?)?\s*(?<zone>.*)$`,
  'i',
)
const ASCTIME = new RegExp(
  String.raw`^(?:[a-z]{3,9}[.,]*\s+)?(?<month>[a-z]{3})[a-z]*[.\s]+(?<day>\d{1,2})[,\s]+${CLOCK}\s*(?<zone>[a-z]{0,5}[ +\d:-]*?)\s+(?<year>\d{4})$`,
  'i',
)

/** RFC 5322 4.3: two digits are of 1950 to 2049, three count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 3) return year + 1_900
  return digits.length === 2 ? year + (year < 50 ? 2_000 : 1_900) : year
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
}

/** Hours before or behind UTC of the names that mail has; those of two places, as IST, are left out. */
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{
      ut: 0,
      utc: 0,
      gmt: 0,
      z: 0,
      wet: 0,
      west: 1,
      bst: 1,
      cet: 1,
      met: 1,
      mez: 1,
      cest: 2,
      mest: 2,
      mesz: 2,
      eet: 2,
      eest: 3,
      msk: 3,
      msd: 4,
    },
    ...{
      nst: -3.5,
      ast: -4,
      adt: -3,
      est: -5,
      edt: -4,
      cst: -6,
      cdt: -5,
      mst: -7,
      mdt: -6,
      pst: -8,
      pdt: -7,
      akst: -9,
      akdt: -8,
      hst: -10,
    },
    ...{
      jst: 9,
      kst: 9,
      hkt: 8,
      sgt: 8,
      awst: 8,
      acst: 9.5,
      acdt: 10.5,
      aest: 10,
      aedt: 11,
      nzst: 12,
      nzdt: 13,
    },
  }),
)

/** Minutes; 0 for what no one knows (RFC 5322 4.3). */
function zoneMinutes(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] =
    /([+-])\s*(\d{1,2}):?\s*(\d{2})?/.exec(zone) ?? /^()(\d{2})(\d{2})$/.exec(zone) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const [name = ''] = /^[a-z]+/i.exec(zone) ?? []
  const summer = /\bdst\b/i.test(zone) ? 60 : 0
  return (ZONES.get(name.toLowerCase()) ?? 0) * 60 + summer
}

/** ISO 8601 and the like. */
function parsedByEngine(value: string): number | undefined {
  const time = value === '' ? Number.NaN : Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}
