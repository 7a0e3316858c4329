import { z } from 'zod'
import { ATTENDANCES, METHODS, type Invitation } from '../../invitation/invitation.ts'
import { FREQUENCIES } from '../../invitation/recurrence.ts'
import { ANSWERS } from '../../invitation/reply.ts'
import { defineAction, type ResultOf } from '../contract/contract.ts'
import { namedMessage } from '../contract/input.ts'
import { address, count } from '../contract/output.ts'
import { uidOptions } from '../input/named-messages.ts'
import { REPLACEMENTS, replacementOf } from './later-versions.ts'
import { messageInvitation } from './message-invitation.ts'
import { answeringAs, notedAnswer } from './own-attendance.ts'

const time = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('instant'),
    at: z.number().describe('Unix ms'),
    zone: z.string().nullable().describe('IANA name of the zone it was written in'),
  }),
  z.strictObject({
    kind: z.literal('floating'),
    local: z.string().describe('At this time wherever one is: 2026-12-04T09:00:00'),
  }),
  z.strictObject({ kind: z.literal('day'), day: z.string().describe('2026-12-04') }),
])

const event = z.strictObject({
  method: z.enum(METHODS).describe('What it is for (RFC 5546 1.4)'),
  sequence: count.describe('Grows with each change by its organizer'),
  subject: z.string(),
  location: z.string(),
  start: time.nullable(),
  end: time.nullable().describe('The last day, where it takes whole days'),
  recurrence: z
    .strictObject({
      frequency: z.enum(FREQUENCIES),
      interval: count,
      weekdays: z.array(
        z.strictObject({
          weekday: z.int().min(0).max(6).describe('0: Sunday'),
          nth: z.int().nullable().describe('In its month, -1: the last one; null: each'),
        }),
      ),
      monthDays: z.array(z.int()),
      count: z.int().nullable(),
      until: z.string().nullable().describe('The last day: 2027-01-31'),
    })
    .nullable(),
  occurrence: time.nullable().describe('Which one of a series it is about'),
  organizer: address.nullable(),
  attendees: z.array(address.extend({ attendance: z.enum(ATTENDANCES) })),
  attendeesLeftOut: count,
  comment: z.string(),
  moreEvents: count.describe('Events in the same file, beside this one'),
  partIds: z.array(z.string()).describe('Attachments of the message that are this event'),
  replacedBy: z.enum(REPLACEMENTS).nullable().describe('What a later message makes of it'),
  answersAs: address.nullable().describe('Whom an answer would come from; null: none is expected'),
  answer: z.enum(ANSWERS).nullable().describe('What was answered to this message'),
})

type EventOutput = NonNullable<ResultOf<typeof output>['event']>

const output = z.strictObject({
  kind: z.literal('invitation'),
  event: event.nullable().describe('null: no calendar file of the message holds one'),
})

/** Reads no more than the calendar files of the message, and what later ones say of the same event. */
export const invitation = defineAction({
  name: 'invitation',
  method: 'GET',
  about: 'the event in a calendar file of a message',
  context: 'reading',
  input: namedMessage,
  output,
  async run(named, context) {
    const { mailbox, uid } = named
    const message = await context.account.message(mailbox, uid, uidOptions(named, context))
    const found = await messageInvitation(named, message, context)
    if (found === undefined) return { kind: 'invitation', event: null }
    const read = { message, invitation: found.invitation }
    const replacedBy = await replacementOf(named, read, context)
    const person = replacedBy === undefined ? await answeringAs(named, read, context) : undefined
    return {
      kind: 'invitation',
      event: {
        ...eventOutput(found.invitation),
        partIds: found.partIds,
        replacedBy: replacedBy ?? null,
        answersAs: person ?? null,
        answer: notedAnswer(message) ?? null,
      },
    }
  },
})

function eventOutput(
  read: Invitation,
): Omit<EventOutput, 'partIds' | 'replacedBy' | 'answersAs' | 'answer'> {
  const { method, sequence, subject, location, attendees, attendeesLeftOut, comment } = read
  return {
    ...{ method, sequence, subject, location, attendees, attendeesLeftOut, comment },
    start: read.start ?? null,
    end: read.end ?? null,
    recurrence: read.recurrence ?? null,
    occurrence: read.occurrence ?? null,
    organizer: read.organizer ?? null,
    moreEvents: read.moreEvents,
  }
}
