import test from 'ava'
import { readInvitation } from '../../../plugin/invitation/invitation.ts'
import { replyCalendar } from '../../../plugin/invitation/reply.ts'
import { sampleInvitations } from '../../support/sample-invitations.ts'

const read = (text: string) => readInvitation(text)?.invitation

/** One event with these lines. */
const event = (lines: readonly string[], method = 'METHOD:REQUEST') =>
  [
    'BEGIN:VCALENDAR',
    method,
    'BEGIN:VEVENT',
    'UID:1',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')

test('an invitation of Google names who, when and where', (t) => {
  const invitation = read(sampleInvitations.google)

  t.like(invitation, {
    method: 'request',
    uid: '7kukuqrfedlm2f9t0vr7k4bg2e@google.com',
    subject: 'Planning, with a comma',
    location: 'Harbour office, room 2',
    start: { kind: 'instant', at: Date.UTC(2026, 11, 4, 9, 0), zone: 'Europe/Berlin' },
    end: { kind: 'instant', at: Date.UTC(2026, 11, 4, 10, 0), zone: 'Europe/Berlin' },
    organizer: { name: 'Bea', address: 'bea@example.org' },
    recurrence: { frequency: 'weekly', interval: 2, weekdays: [{ weekday: 5, nth: null }] },
  })
  t.deepEqual(
    invitation?.attendees.map(({ address, attendance }) => [address, attendance]),
    [
      ['ann@example.org', 'unanswered'],
      ['cleo.very.long.address.that.folds@example.org', 'accepted'],
    ],
  )
})

test('times of Outlook are read by the Windows name of their zone', (t) => {
  t.like(read(sampleInvitations.outlook), {
    start: { kind: 'instant', at: Date.UTC(2026, 6, 1, 7, 0), zone: 'Europe/Berlin' },
    end: { kind: 'instant', at: Date.UTC(2026, 6, 1, 7, 30), zone: 'Europe/Berlin' },
    organizer: { name: 'Carl', address: 'carl@example.org' },
    sequence: 2,
  })
})

test('times of a zone that no one knows are read by its rules, summer and winter', (t) => {
  for (const [month, hour] of [
    ['01', 8],
    ['07', 7],
  ] as const) {
    const text = sampleInvitations.outlook
      .replaceAll('W. Europe Standard Time', 'Customized Time Zone')
      .replaceAll('20260701', `2026${month}01`)
    const at = Date.UTC(2026, Number(month) - 1, 1, hour, 0)

    t.deepEqual(read(text)?.start, { kind: 'instant', at, zone: null })
  }
})

test('whole days of Apple end with the last day they take', (t) => {
  t.like(read(sampleInvitations.apple), {
    method: 'request',
    start: { kind: 'day', day: '2026-12-24' },
    end: { kind: 'day', day: '2026-12-26' },
  })
})

test('Zimbra cancels one of a series', (t) => {
  t.like(read(sampleInvitations.zimbra), {
    method: 'cancel',
    occurrence: { kind: 'instant', at: Date.UTC(2026, 11, 8, 19, 0), zone: 'America/New_York' },
  })
})

test('an answer that Nextcloud sends says whose it is, with a comment', (t) => {
  t.like(read(sampleInvitations.nextcloud), {
    method: 'reply',
    comment: 'Sorry, on holiday',
    attendees: [{ name: 'Dan', address: 'dan@example.org', attendance: 'declined' }],
  })
})

test('a file without a method, without line ends of the standard and without its end is read', (t) => {
  t.like(read(sampleInvitations.bare), {
    method: 'publish',
    subject: 'Regatta',
    start: { kind: 'instant', at: Date.UTC(2026, 4, 9, 8, 0), zone: 'Europe/Berlin' },
  })
  const asked = event(['ORGANIZER:mailto:a@b.example', 'ATTENDEE:mailto:c@b.example'], '')
  t.is(read(asked)?.method, 'request')
  t.is(read(event(['STATUS:CANCELLED'], ''))?.method, 'cancel')
})

test('what is no event, or wants what no one is shown, is none', (t) => {
  t.is(read('hello'), undefined)
  t.is(read('BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR'), undefined)
  t.is(read(event([], 'METHOD:REFRESH')), undefined)
})

test('a time without a zone is the same everywhere, and letters are no time', (t) => {
  t.deepEqual(read(event(['DTSTART:20261204T090000']))?.start, {
    kind: 'floating',
    local: '2026-12-04T09:00:00',
  })
  t.is(read(event(['DTSTART:tomorrow']))?.start, undefined)
  t.like(read(event(['DTSTART:20261204T090000Z', 'DURATION:PT90M'])), {
    end: { kind: 'instant', at: Date.UTC(2026, 11, 4, 10, 30), zone: 'UTC' },
  })
})

test('recurrence is read as far as words can say it, and never expanded', (t) => {
  const recurrence = (rule: string) =>
    read(event(['DTSTART:20261204T090000Z', `RRULE:${rule}`]))?.recurrence

  t.like(recurrence('FREQ=MONTHLY;BYDAY=-1FR;COUNT=4'), {
    frequency: 'monthly',
    weekdays: [{ weekday: 5, nth: -1 }],
    count: 4,
  })
  t.like(recurrence('FREQ=DAILY;INTERVAL=3;UNTIL=20270131T225959Z'), {
    frequency: 'daily',
    interval: 3,
    until: '2027-01-31',
  })
  t.like(recurrence('FREQ=MONTHLY;BYMONTHDAY=15'), { frequency: 'monthly', monthDays: [15] })
  for (const rule of [
    'FREQ=SECONDLY',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYSETPOS=-1',
    'FREQ=DAILY;BYSECOND=0,1,2,3',
  ]) {
    t.is(recurrence(rule)?.frequency, 'other', rule)
  }
})

test('hostile calendars are read within their bounds', (t) => {
  const deep = `${'BEGIN:VEVENT\r\n'.repeat(100_000)}UID:1`
  t.is(read(`BEGIN:VCALENDAR\r\n${deep}`)?.subject, '')
  const crowd = Array.from({ length: 20_000 }, (_, index) => `ATTENDEE:mailto:u${index}@b.example`)
  const invited = read(event(crowd))
  t.is(invited?.attendees.length, 200)
  t.is(invited?.attendeesLeftOut, 19_800)
  t.is(read(event([`SUMMARY:${'x'.repeat(1_000_000)}`]))?.subject, '')
  t.is(read(event([`SUMMARY:${'x'.repeat(5_000)}`]))?.subject.length, 1_000)
})

test('a duration of a million years costs nothing and is no end', (t) => {
  for (const duration of ['P99999999999999D', `P${'9'.repeat(8_000)}W`, '-P9999999999W']) {
    const invitation = read(event(['DTSTART:20261204T090000Z', `DURATION:${duration}`]))

    t.is(invitation?.end, undefined, duration)
  }
})

test('an address is one, or there is none', (t) => {
  const organizer = (line: string) => read(event([`ORGANIZER${line}`]))?.organizer?.address

  t.is(organizer(':mailto:bea@example.org'), 'bea@example.org')
  t.is(organizer(':bea@example.org'), 'bea@example.org')
  t.is(organizer(';EMAIL=bea@example.org:urn:uuid:1'), 'bea@example.org')
  for (const line of [
    ':mailto:bea@example.org,mallory@example.org',
    ':mailto:bea@example.org?bcc=mallory@example.org',
    ':mailto:<bea@example.org>',
    ';EMAIL="bea@example.org, mallory@example.org":urn:uuid:1',
    ':invalid:nomail',
  ]) {
    t.is(organizer(line), '', line)
  }
})

test('an answer names the event, the one who was invited and nobody else', (t) => {
  const invitation = readInvitation(sampleInvitations.zimbraSeries)
  if (invitation === undefined) return void t.fail()

  const reply = replyCalendar(invitation, {
    answer: 'tentative',
    address: 'ANN@example.org',
    name: 'Ann',
    comment: 'If the ferry runs; else, no.',
    now: Date.UTC(2026, 10, 28, 5, 0),
  })

  t.regex(reply, /^METHOD:REPLY\r$/m)
  t.regex(reply, /^UID:series@zimbra\.example\r$/m)
  t.regex(reply, /^SEQUENCE:3\r$/m)
  t.regex(reply, /^RECURRENCE-ID;TZID="?America\/New_York"?:20261208T140000\r$/m)
  t.regex(reply, /^DTSTAMP:20261128T050000Z\r$/m)
  t.regex(reply, /^COMMENT:If the ferry runs\\; else\\, no\.\r$/m)
  t.regex(reply, /^TZID:America\/New_York\r$/m)
  t.is(reply.match(/^ATTENDEE/gm)?.length, 1)
  t.false(/[^\r]\n/.test(reply))
  t.like(read(reply), {
    method: 'reply',
    organizer: { name: 'Bea', address: 'bea@example.org' },
    attendees: [{ name: 'Ann', address: 'ann@example.org', attendance: 'tentative' }],
  })
})
