import ICAL from 'ical.js'
import { parseRecipientAddress } from '../../proxy/address/mail-address.ts'
import { spanOf, timeOf, type EventTime } from './event-time.ts'
import { readComponents, textOf, type CalendarComponents } from './read-components.ts'
import { recurrenceOf, type Recurrence } from './recurrence.ts'

export const METHODS = ['request', 'reply', 'cancel', 'counter', 'publish'] as const
export const ATTENDANCES = ['accepted', 'tentative', 'declined', 'delegated', 'unanswered'] as const

/** What a message with an event wants (RFC 5546 1.4). */
export type Method = (typeof METHODS)[number]
/** What somebody who is invited has answered. */
export type Attendance = (typeof ATTENDANCES)[number]

export interface Person {
  readonly name: string
  /** Empty where the calendar names none of mail. */
  readonly address: string
}

export interface Attendee extends Person {
  readonly attendance: Attendance
}

/** An event that came by mail. */
export interface Invitation {
  readonly method: Method
  readonly uid: string
  /** Grows with each change by its organizer (RFC 5545 3.8.7.4). */
  readonly sequence: number
  /** Unix ms of when this was written; undefined where it is not said. */
  readonly writtenAt: number | undefined
  readonly subject: string
  readonly location: string
  readonly start: EventTime | undefined
  readonly end: EventTime | undefined
  readonly recurrence: Recurrence | undefined
  /** Which one of a series it is about. */
  readonly occurrence: EventTime | undefined
  readonly organizer: Person | undefined
  readonly attendees: readonly Attendee[]
  /** Attendees beyond the most that are told. */
  readonly attendeesLeftOut: number
  readonly comment: string
  /** Events beside this one. */
  readonly moreEvents: number
}

/** An invitation with what its answer is made of. */
export interface ReadInvitation {
  readonly invitation: Invitation
  readonly event: ICAL.Component
  readonly zones: readonly ICAL.Component[]
}

const MAX_ATTENDEES = 200
const MAX_TEXT_CHARS = 1_000
const MAX_UID_CHARS = 1_000

/** The event of a calendar file; undefined where it holds none, or wants what no one is shown. */
export function readInvitation(text: string): ReadInvitation | undefined {
  const calendar = readComponents(text)
  const { events } = calendar
  const uid = textOf(events[0]?.getFirstProperty('uid') ?? null)
  const own = events.filter((one) => textOf(one.getFirstProperty('uid')) === uid)
  // Of a series with its exceptions the series is the event.
  const event = own.find((one) => one.getFirstProperty('recurrence-id') === null) ?? own[0]
  if (event === undefined) return undefined
  const method = methodOf(event, calendar)
  if (method === undefined) return undefined
  // Rooms and lists may have neither a name nor an address.
  const all = event.getAllProperties('attendee').map(attendeeOf).filter(isNamed)
  const unread = calendar.unreadAttendees.get(event) ?? 0
  const moreEvents = new Set(events.map((one) => textOf(one.getFirstProperty('uid')))).size - 1
  const organizer = event.getFirstProperty('organizer')
  const stamp = timeOf(event.getFirstProperty('dtstamp'), calendar)
  return {
    event,
    zones: calendar.zones,
    invitation: {
      method,
      uid: uid.slice(0, MAX_UID_CHARS),
      sequence: sequenceOf(event),
      writtenAt: stamp?.kind === 'instant' ? stamp.at : undefined,
      subject: shortText(event, 'summary'),
      location: shortText(event, 'location'),
      ...spanOf(event, calendar),
      recurrence: recurrenceOf(event),
      occurrence: timeOf(event.getFirstProperty('recurrence-id'), calendar),
      organizer: organizer === null ? undefined : personOf(organizer),
      attendees: all.slice(0, MAX_ATTENDEES),
      attendeesLeftOut: Math.max(0, all.length - MAX_ATTENDEES) + unread,
      comment: shortText(event, 'comment'),
      moreEvents,
    },
  }
}

/** A file without a method is one that was saved or forwarded: with people in it, it is an invitation all the same. */
function methodOf(event: ICAL.Component, { method }: CalendarComponents): Method | undefined {
  const isCanceled = textOf(event.getFirstProperty('status')).toUpperCase() === 'CANCELLED'
  if (method === undefined || method === '') {
    if (isCanceled) return 'cancel'
    const isInvitation =
      event.getFirstProperty('organizer') !== null && event.getFirstProperty('attendee') !== null
    return isInvitation ? 'request' : 'publish'
  }
  if (method === 'ADD') return 'request'
  const known = METHODS.find((one) => one.toUpperCase() === method)
  return isCanceled && (known === 'request' || known === 'publish') ? 'cancel' : known
}

function sequenceOf(event: ICAL.Component): number {
  const value: unknown = event.getFirstPropertyValue('sequence')
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}

function shortText(event: ICAL.Component, name: string): string {
  return oneLine(textOf(event.getFirstProperty(name))).slice(0, MAX_TEXT_CHARS)
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
}

/** RFC 5545 3.3.3: an address stands behind `mailto:`; some write it without, or beside it as `EMAIL`. */
export function personOf(property: ICAL.Property): Person {
  const value = textOf(property).trim()
  const beside = property.getFirstParameter('email') || ''
  const name = oneLine(property.getFirstParameter('cn') || '')
  return {
    name: name.slice(0, MAX_TEXT_CHARS),
    address:
      parseRecipientAddress(value.replace(/^mailto:\s*/i, '')) ??
      parseRecipientAddress(beside.trim()) ??
      '',
  }
}

function isNamed({ name, address }: Person): boolean {
  return name !== '' || address !== ''
}

const STATES: ReadonlyMap<string, Attendance> = new Map([
  ['ACCEPTED', 'accepted'],
  ['TENTATIVE', 'tentative'],
  ['DECLINED', 'declined'],
  ['DELEGATED', 'delegated'],
])

function attendeeOf(property: ICAL.Property): Attendee {
  const state = property.getFirstParameter('partstat') || ''
  return {
    ...personOf(property),
    attendance: STATES.get(state.toUpperCase()) ?? 'unanswered',
  }
}
