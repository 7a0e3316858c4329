import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import ICAL from 'ical.js'
import ar from '../../../plugin/texts/ar.json' with { type: 'json' }
import en from '../../../plugin/texts/en.ts'
import { sampleInvitations } from '../../support/sample-invitations.ts'
import { looks } from '../../support/web/looks.ts'
import { violations } from '../../support/web/violations.ts'
import { openSignedInPage, type SignedInPage } from '../signed-in-page.ts'

const shots = process.env['LAYOUT_SHOTS']

interface Invited {
  readonly subject: string
  readonly calendar: string
}

/** Signs in with these messages in INBOX, the last one the newest, and opens the first. */
async function openInvitations(
  t: ExecutionContext,
  invited: readonly [Invited, ...Invited[]],
  browser: NonNullable<Parameters<typeof openSignedInPage>[1]>['browser'] = {},
): Promise<SignedInPage> {
  const opened = await openSignedInPage(t, {
    browser,
    prepare: async (dovecot, owner) => {
      for (const { subject, calendar } of invited) {
        const raw = invitation(owner, subject, calendar)
        await dovecot.deliver(owner, { mailbox: 'INBOX', raw, flags: [] })
      }
    },
  })
  await opened.page.getByRole('row', { name: invited[0].subject }).click()
  return opened
}

/** A message that holds a calendar as an alternative and, in base64, as a file. */
const invitation = (owner: string, subject: string, calendar: string) => {
  const text = calendar.replaceAll('ann@example.org', owner)
  return [
    'From: Bea <bea@example.org>',
    `To: ${owner}`,
    `Subject: ${subject}`,
    `Message-ID: <${subject.toLowerCase()}@example.org>`,
    'Date: Sat, 28 Nov 2026 05:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=mixed',
    '',
    '--mixed',
    'Content-Type: multipart/alternative; boundary=forms',
    '',
    '--forms',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'You are invited.',
    '--forms',
    'Content-Type: text/calendar; charset=utf-8; method=REQUEST',
    '',
    text,
    '--forms--',
    '--mixed',
    'Content-Type: application/ics; name=invite.ics',
    'Content-Disposition: attachment; filename=invite.ics',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    '--mixed--',
    '',
  ].join('\r\n')
}

/** The calendar of a message, as Python's email package takes it out. */
function calendarOf(source: string): string {
  const program =
    'import sys,email,email.policy\n' +
    'm=email.message_from_bytes(sys.stdin.buffer.read(),policy=email.policy.default)\n' +
    'assert m.get_content_type()=="multipart/alternative"\n' +
    'p=[p for p in m.walk() if p.get_content_type()=="text/calendar"]\n' +
    'assert len(p)==1 and p[0].get_param("method")=="REPLY"\n' +
    'sys.stdout.write(p[0].get_content())'
  return execFileSync('python3', ['-c', program], { input: source, encoding: 'utf8' })
}

test.serial(
  'an invitation is shown once, accepted by mail, and its answer remembered',
  async (t) => {
    const planning = { subject: 'Planning', calendar: sampleInvitations.google }
    const { page, owner, sent, openElsewhere, complaints } = await openInvitations(t, [planning])
    const card = page.getByRole('region', { name: 'Planning, with a comma' })
    await card.getByText('Invitation', { exact: true }).waitFor()
    await card.getByText('Harbour office, room 2').waitFor()
    await card.getByText('Every 2 weeks: Friday').waitFor()
    await card.getByText('Organizer: Bea <bea@example.org>').waitFor()
    t.is(await page.locator('.attachments').count(), 0)
    const downloading = page.waitForEvent('download')
    await card.getByRole('link', { name: 'Download' }).click()
    t.is((await downloading).suggestedFilename(), 'invite.ics')

    await card.getByLabel('Comment (optional)').fill('See you there')
    await card.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('Response sent').first().waitFor()
    await card.getByRole('status').getByText('Accepted', { exact: true }).waitFor()
    const other = await openElsewhere()
    await other.getByRole('row', { name: 'Planning' }).click()
    await other.getByRole('status').getByText('Accepted', { exact: true }).waitFor()

    const [reply, ...others] = sent(owner)
    t.deepEqual(others, [])
    t.deepEqual(reply?.to, ['bea@example.org'])
    const calendar = ICAL.Component.fromString(calendarOf(reply?.source ?? ''))
    const event = calendar.getFirstSubcomponent('vevent')
    t.is(event?.getFirstPropertyValue('uid'), '7kukuqrfedlm2f9t0vr7k4bg2e@google.com')
    t.is(event?.getFirstPropertyValue('comment'), 'See you there')
    t.is(event?.getFirstPropertyValue('attendee'), `mailto:${owner}`)
    t.is(event?.getFirstProperty('attendee')?.getFirstParameter('partstat'), 'ACCEPTED')
    t.deepEqual(complaints, [])
  },
)

test.serial('an answer that may have been delivered is sent again only on request', async (t) => {
  const { page, owner, sink, sent } = await openInvitations(t, [
    { subject: 'Planning', calendar: sampleInvitations.google },
  ])
  const accept = page.getByRole('button', { name: 'Accept', exact: true })
  const dialog = page.getByRole('dialog')
  sink.behave('take-and-reset')
  await accept.click()
  await dialog.getByText('This message may have been delivered').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  sink.behave('accept')

  // Another message in between, as someone does who looks for the answer.
  await page.getByRole('row').nth(1).click()
  await page.getByRole('row', { name: 'Planning' }).click()
  await accept.click()
  await dialog.getByText('This message may have been delivered').waitFor()
  t.is(sent(owner).length, 1)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('status').getByText('Accepted', { exact: true }).waitFor()

  const ids = sent(owner).map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1])
  t.is(ids.length, 2)
  t.is(new Set(ids).size, 1)
})

test.serial('an answer that was changed and changed back is sent each time', async (t) => {
  const { page, owner, sent } = await openInvitations(t, [
    { subject: 'Planning', calendar: sampleInvitations.google },
  ])
  const states = [
    ['Accept', 'Accepted'],
    ['Decline', 'Declined'],
    ['Accept', 'Accepted'],
    ['Decline', 'Declined'],
  ] as const
  for (const [button, state] of states) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('status').getByText(state, { exact: true }).waitFor()
  }

  t.deepEqual(
    sent(owner).map(({ source }) => /PARTSTAT=(\w+)/.exec(calendarOf(source))?.[1]),
    ['ACCEPTED', 'DECLINED', 'ACCEPTED', 'DECLINED'],
  )
})

for (const [later, words] of [
  ['CANCEL', 'A later message cancels this event.'],
  ['REQUEST', 'A later message changes this event.'],
] as const) {
  test.serial(
    `an invitation says what a later ${later} makes of it and takes no answer`,
    async (t) => {
      const { google } = sampleInvitations
      const calendar = google
        .replace('METHOD:REQUEST', `METHOD:${later}`)
        .replace('SEQUENCE:0', 'SEQUENCE:1')
      const { page, complaints } = await openInvitations(t, [
        { subject: 'Planning', calendar: google },
        { subject: 'Later', calendar },
      ])
      await page.getByText(words).waitFor()

      t.is(await page.getByRole('button', { name: 'Accept' }).count(), 0)
      t.deepEqual(complaints, [])
    },
  )
}

test.serial('a proposed time says who proposes it, and takes no answer', async (t) => {
  const calendar = sampleInvitations.nextcloud.replace('METHOD:REPLY', 'METHOD:COUNTER')
  const { page } = await openInvitations(t, [{ subject: 'Other', calendar }])

  const card = page.getByRole('region', { name: 'Planning' })
  await card.getByText('Dan: Another time is proposed').waitFor()
  t.is(await card.getByRole('button').count(), 0)
})

test.serial('a calendar file without an event is listed like other files', async (t) => {
  const calendar = 'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nEND:VTODO\r\nEND:VCALENDAR\r\n'
  const { page } = await openInvitations(t, [{ subject: 'Task', calendar }])

  await page.getByRole('region', { name: '2 attachments' }).waitFor()
  t.is(await page.locator('.event').count(), 0)
})

test.serial('only a message with a calendar file requests an invitation', async (t) => {
  const planning = { subject: 'Planning', calendar: sampleInvitations.google }
  const { page } = await openInvitations(t, [planning])
  await page.locator('.event').waitFor()
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).search))

  await page.getByRole('row', { name: 'Minutes of the meeting' }).click()
  await page.getByRole('heading', { name: 'Minutes of the meeting 0' }).waitFor()
  await page.locator('.message-coming').waitFor({ state: 'detached' })
  t.false(requested.some((search) => search.includes('_action=invitation')))

  await page.getByRole('row', { name: 'Planning' }).click()
  await page.locator('.event').waitFor()
  t.true(requested.some((search) => search.includes('_action=invitation')))
})

test.serial(
  'of an event with 10,000 people and 10 MiB of text the beginning is shown',
  async (t) => {
    const people = Array.from(
      { length: 10_000 },
      (_, index) => `ATTENDEE:mailto:u${index}@b.example`,
    )
    const text = `X-LONG:${'x'.repeat(60)}\r\n`.repeat(150_000)
    const calendar = sampleInvitations.google
      .replace('BEGIN:VALARM', `${people.join('\r\n')}\r\nBEGIN:VALARM`)
      .replace('END:VCALENDAR', `${text}END:VCALENDAR`)
      .replace('RRULE:FREQ=WEEKLY;WKST=MO;INTERVAL=2;BYDAY=FR', 'RRULE:FREQ=SECONDLY')
    const { page, owner, sent } = await openInvitations(t, [{ subject: 'Planning', calendar }])

    const card = page.getByRole('region', { name: 'Planning, with a comma' })
    await card.getByText('Repeats', { exact: true }).waitFor()
    await card.getByText('10,002 attendees').waitFor()
    await card.getByRole('button', { name: 'Accept' }).click()
    await card.getByRole('status').getByText('Accepted', { exact: true }).waitFor()

    t.is(sent(owner).length, 1)
  },
)

for (const [name, browser] of looks) {
  test.serial(`no invitation breaks a rule of accessibility or is too wide: ${name}`, async (t) => {
    const texts = 'locale' in browser ? ar.mail.event : en.mail.event
    const planning = { subject: 'Planning', calendar: sampleInvitations.google }
    const { page } = await openInvitations(t, [planning], browser)
    await page.getByRole('button', { name: texts.accept }).click()
    await page.getByRole('status').getByText(texts.accepted, { exact: true }).waitFor()
    await page.locator('.event summary').click()

    if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) })
    t.deepEqual(await violations(page), [])
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    t.is(scrollWidth, clientWidth)
  })
}
