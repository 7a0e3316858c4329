import ICAL from 'ical.js'

/** What is read of a calendar file: its events, the time zones they name, and what it says of itself. */
export interface CalendarComponents {
  /** In capitals; undefined where it says none. */
  readonly method: string | undefined
  /** `X-WR-TIMEZONE`: the zone of times without one. */
  readonly defaultZone: string | undefined
  readonly events: readonly ICAL.Component[]
  readonly zones: readonly ICAL.Component[]
  /** Attendees of an event beyond the most that are read. */
  readonly unreadAttendees: ReadonlyMap<ICAL.Component, number>
}

/** Of a published calendar with more events the first ones are read. */
const MAX_EVENTS = 50
const MAX_ZONES = 20
/** A property that is longer is left out; no name or place is. */
const MAX_LINE_CHARS = 8_192
/** Of one component, attendees included. */
const MAX_PROPERTIES = 1_000
/** Of all components. */
const MAX_ALL_PROPERTIES = 3_000

/** What is read, by the path of its component. Descriptions, alarms and attached files are not. */
const READ: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['VCALENDAR', new Set(['METHOD', 'X-WR-TIMEZONE'])],
  [
    'VCALENDAR/VEVENT',
    new Set([
      ...['UID', 'SEQUENCE', 'DTSTAMP', 'DTSTART', 'DTEND', 'DURATION', 'SUMMARY', 'LOCATION'],
      ...['ORGANIZER', 'ATTENDEE', 'STATUS', 'RRULE', 'RECURRENCE-ID', 'COMMENT'],
    ]),
  ],
  ['VCALENDAR/VTIMEZONE', new Set(['TZID'])],
  ...(['STANDARD', 'DAYLIGHT'] as const).map(
    (name) =>
      [
        `VCALENDAR/VTIMEZONE/${name}`,
        new Set(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'TZNAME', 'RRULE']),
      ] as const,
  ),
])

/** Deeper ones are passed over without a note of each. */
const MAX_DEPTH = 8

/**
 * Reads a calendar file (RFC 5545 3.4) line by line: a line that makes no sense costs itself, and nothing is expanded. Time is linear
 * in the length of the text. Never throws.
 */
export function readComponents(text: string): CalendarComponents {
  const found = new Finding()
  for (const line of unfolded(text)) found.take(line)
  return found.components
}

/** Content lines (RFC 5545 3.1), with any line ends; empty lines belong to no one. */
function* unfolded(text: string): Generator<string> {
  let line = ''
  for (const [piece] of text.matchAll(/[^\r\n]+/g)) {
    const isContinued = piece.startsWith(' ') || piece.startsWith('\t')
    if (isContinued && line !== '') {
      if (line.length <= MAX_LINE_CHARS) line += piece.slice(1)
      continue
    }
    yield line
    line = piece
  }
  yield line
}

/** Where the reader is, and what it has found so far. */
class Finding {
  readonly #path: string[] = []
  readonly #open: ICAL.Component[] = []
  readonly #events: ICAL.Component[] = []
  readonly #zones: ICAL.Component[] = []
  readonly #unreadAttendees = new Map<ICAL.Component, number>()
  #properties = 0
  #deeper = 0
  #method: string | undefined
  #defaultZone: string | undefined

  take(line: string): void {
    const [, name = '', rest = ''] = /^([\w-]{1,40})([;:].*)$/s.exec(line) ?? []
    const upper = name.toUpperCase()
    if (upper === 'BEGIN') this.#begin(rest.slice(1).trim().toUpperCase())
    else if (upper === 'END') this.#end(rest.slice(1).trim().toUpperCase())
    else if (this.#isRead(upper, line)) this.#add(upper, line)
  }

  get components(): CalendarComponents {
    return {
      method: this.#method,
      defaultZone: this.#defaultZone,
      events: this.#events,
      zones: this.#zones,
      unreadAttendees: this.#unreadAttendees,
    }
  }

  #begin(name: string): void {
    if (this.#path.length >= MAX_DEPTH) {
      this.#deeper += 1
      return
    }
    this.#path.push(name)
    const component = new ICAL.Component(name.toLowerCase())
    this.#open.push(component)
    const path = this.#path.join('/')
    if (path === 'VCALENDAR/VEVENT' && this.#events.length < MAX_EVENTS) {
      this.#events.push(component)
    } else if (path === 'VCALENDAR/VTIMEZONE' && this.#zones.length < MAX_ZONES) {
      this.#zones.push(component)
    } else if (READ.has(path) && this.#path.length > 2) {
      this.#open.at(-2)?.addSubcomponent(component)
    }
  }

  /** An end that never came is made up for; one of what was not begun is passed over. */
  #end(name: string): void {
    if (this.#deeper > 0) {
      this.#deeper -= 1
      return
    }
    const at = this.#path.lastIndexOf(name)
    if (at === -1) return
    this.#path.length = at
    this.#open.length = at
  }

  #isRead(name: string, line: string): boolean {
    if (this.#deeper > 0 || line.length > MAX_LINE_CHARS) return false
    return READ.get(this.#path.join('/'))?.has(name) === true
  }

  #add(name: string, line: string): void {
    const component = this.#open.at(-1)
    if (component === undefined) return
    const hasRoom = component.getAllProperties().length < MAX_PROPERTIES
    if (!hasRoom || this.#properties >= MAX_ALL_PROPERTIES) {
      if (name === 'ATTENDEE') this.#noteUnread(component)
      return
    }
    const property = propertyOf(line)
    if (property === undefined) return
    this.#properties += 1
    if (name === 'METHOD') this.#method ??= textOf(property).trim().toUpperCase()
    else if (name === 'X-WR-TIMEZONE') this.#defaultZone ??= textOf(property).trim()
    else component.addProperty(property)
  }

  #noteUnread(event: ICAL.Component): void {
    this.#unreadAttendees.set(event, (this.#unreadAttendees.get(event) ?? 0) + 1)
  }
}

/** undefined where a line makes no sense, which ical.js says by errors of several kinds. */
function propertyOf(line: string): ICAL.Property | undefined {
  try {
    // Control characters are no text (RFC 5545 3.1), and would go out again with an answer.
    const plain = line.replaceAll(/\p{Cc}/gu, ' ')
    const property = ICAL.Property.fromString(plain, ICAL.design.icalendar)
    // Read once here, for the value may make no sense either.
    property.getFirstValue()
    return property
  } catch {
    return undefined
  }
}

/** The value of a property as text; empty where it is none. */
export function textOf(property: ICAL.Property | null): string {
  const value = property?.getFirstValue()
  return typeof value === 'string' ? value : ''
}
