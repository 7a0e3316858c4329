import ICAL from 'ical.js'
import type { ReadInvitation } from './invitation.ts'
import { personOf } from './invitation.ts'
import { isSameMailAddress } from '../../proxy/address/same-address.ts'

/** What somebody who is invited can answer. */
export const ANSWERS = ['accepted', 'tentative', 'declined'] as const
export type Answer = (typeof ANSWERS)[number]

interface AnswerOptions {
  readonly answer: Answer
  /** Who answers: the address that was invited where one was. */
  readonly address: string
  readonly name: string
  /** Empty where there is none. */
  readonly comment: string
  /** Unix ms. */
  readonly now: number
}

/** Kept as they are: they name the event, and programs that do not know it show them (RFC 5546 3.2.3). */
const KEPT = [
  ...['uid', 'sequence', 'organizer', 'recurrence-id', 'dtstart', 'dtend', 'duration'],
  ...['summary', 'location'],
] as const

/** The REPLY of RFC 5546 3.2.3 to an invitation, as a calendar file with CRLF line ends. */
export function replyCalendar({ event, zones }: ReadInvitation, options: AnswerOptions): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('prodid', '-//Postern//Webmail//EN')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('method', 'REPLY')
  const reply = new ICAL.Component('vevent')
  for (const name of KEPT) {
    const property = event.getFirstProperty(name)
    if (property !== null) reply.addProperty(copyOf(property))
  }
  reply.addProperty(ownAttendee(event, options))
  if (options.comment !== '') reply.addPropertyWithValue('comment', options.comment)
  const stamp = ICAL.Time.fromJSDate(new Date(options.now), true)
  reply.addPropertyWithValue('dtstamp', stamp)
  const named = new Set(reply.getAllProperties().map((one) => one.getFirstParameter('tzid')))
  for (const zone of zones) {
    const name = zone.getFirstPropertyValue('tzid')
    if (typeof name === 'string' && named.has(name)) calendar.addSubcomponent(copyOfZone(zone))
  }
  calendar.addSubcomponent(reply)
  return `${calendar.toString()}\r\n`
}

/** The attendee as the organizer wrote it, with another state: their program finds it by its value. */
function ownAttendee(
  event: ICAL.Component,
  { answer, address, name }: AnswerOptions,
): ICAL.Property {
  const invited = event
    .getAllProperties('attendee')
    .find((one) => isSameMailAddress(personOf(one).address, address))
  const own = invited === undefined ? new ICAL.Property('attendee') : copyOf(invited)
  if (invited === undefined) {
    own.setValue(`mailto:${address}`)
    if (name !== '') own.setParameter('cn', name)
  }
  own.removeParameter('rsvp')
  own.setParameter('partstat', answer.toUpperCase())
  return own
}

function copyOf(property: ICAL.Property): ICAL.Property {
  return ICAL.Property.fromString(property.toICALString(), ICAL.design.icalendar)
}

function copyOfZone(zone: ICAL.Component): ICAL.Component {
  return ICAL.Component.fromString(zone.toString())
}
