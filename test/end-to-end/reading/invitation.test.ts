import { execFileSync } from 'node:child_process'
import test from 'ava'
import ICAL from 'ical.js'
import { sampleInvitations } from '../../support/sample-invitations.ts'
import { openSignedInPage } from '../signed-in-page.ts'

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

test.serial('an invitation is shown, accepted by mail, and its answer remembered', async (t) => {
  const { page, owner, sent, openElsewhere, complaints } = await openSignedInPage(t, {
    prepare: async (dovecot, user) => {
      const raw = invitation(user, 'Planning', sampleInvitations.google)
      await dovecot.deliver(user, { mailbox: 'INBOX', raw, flags: [] })
    },
  })
  await page.getByRole('row', { name: /Planning/ }).click()
  const card = page.getByRole('region', { name: 'Planning, with a comma' })
  await card.getByText('Invitation', { exact: true }).waitFor()
  await card.getByText('Harbour office, room 2').waitFor()
  await card.getByText('Every 2 weeks: Friday').waitFor()
  const directory = process.env['LAYOUT_SHOTS']
  if (directory !== undefined) await page.screenshot({ path: `${directory}/invitation.png` })

  await card.getByLabel('Comment (optional)').fill('See you there')
  await card.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('Response sent').first().waitFor()
  const other = await openElsewhere()
  await other.getByRole('row', { name: /Planning/ }).click()
  await other.getByRole('status').getByText('Accepted', { exact: true }).waitFor()

  const [reply, ...others] = sent(owner)
  t.deepEqual(others, [])
  t.deepEqual(reply?.to, ['bea@example.org'])
  const calendar = ICAL.Component.fromString(calendarOf(reply?.source ?? ''))
  const event = calendar.getFirstSubcomponent('vevent')
  t.is(event?.getFirstPropertyValue('uid'), '7kukuqrfedlm2f9t0vr7k4bg2e@google.com')
  t.is(event.getFirstPropertyValue('comment'), 'See you there')
  t.is(event.getFirstPropertyValue('attendee'), `mailto:${owner}`)
  t.is(event.getFirstProperty('attendee')?.getFirstParameter('partstat'), 'ACCEPTED')
  t.deepEqual(complaints, [])
})

test.serial('an invitation that a later message cancels says so and takes no answer', async (t) => {
  const { page, complaints } = await openSignedInPage(t, {
    prepare: async (dovecot, user) => {
      const canceled = sampleInvitations.google
        .replace('METHOD:REQUEST', 'METHOD:CANCEL')
        .replace('SEQUENCE:0', 'SEQUENCE:1')
      for (const raw of [
        invitation(user, 'Planning', sampleInvitations.google),
        invitation(user, 'Off', canceled),
      ]) {
        await dovecot.deliver(user, { mailbox: 'INBOX', raw, flags: [] })
      }
    },
  })
  await page.getByRole('row', { name: /Planning/ }).click()
  await page.getByText('A later message cancels this event.').waitFor()

  t.is(await page.getByRole('button', { name: 'Accept' }).count(), 0)
  t.deepEqual(complaints, [])
})
