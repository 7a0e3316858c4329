import test from 'ava'
import { invitation } from '../../../../plugin/actions/invitation/invitation.ts'
import { replyInvitation } from '../../../../plugin/actions/invitation/reply-invitation.ts'
import { readInvitation } from '../../../../plugin/invitation/invitation.ts'
import { messageOf } from '../../../support/actions/fake-account.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { oneMessage } from '../../../support/actions/inputs.ts'
import { rowOf } from '../../../support/actions/samples.ts'
import { sampleInvitations } from '../../../support/sample-invitations.ts'

const ANSWER = { composeId: 'abcdefgh', answer: 'accepted', comment: '', isAgain: false } as const

/** A message that holds this calendar as an alternative and as a file. */
function invited(calendar: string, mailbox = 'INBOX') {
  const fake = fakeContext()
  const content = Buffer.from(calendar.replaceAll('ann@example.org', 'user0001@example.test'))
  const partOf = (id: string, type: string) => ({
    ...{ id, type, filename: 'invite.ics', size: content.length },
    ...{ disposition: undefined, contentId: undefined, contentLocation: undefined },
  })
  const attachments = [partOf('1.3', 'text/calendar'), partOf('2', 'application/ics')]
  fake.mail.message = messageOf({ row: rowOf({ uid: 3 }), attachments })
  fake.mail.rows = [rowOf({ uid: 3 })]
  fake.mail.parts = new Map(attachments.map((part) => [part.id, { part, content }]))
  return { ...fake, named: oneMessage(mailbox, 3) }
}

test('a file and an alternative of the same event are one invitation', async (t) => {
  const { context, named } = invited(sampleInvitations.google)

  const { event } = await invitation.run(named, context)

  t.like(event, {
    method: 'request',
    partIds: ['1.3', '2'],
    answersAs: { name: '', address: 'user0001@example.test' },
    answer: null,
    replacedBy: null,
  })
})

test('a message without a calendar file has no event, and none is fetched', async (t) => {
  const { context, mail, named } = invited('hello')
  t.deepEqual(await invitation.run(named, context), { kind: 'invitation', event: null })
  mail.message = messageOf({ row: rowOf({ uid: 3 }) })
  mail.calls.length = 0

  t.deepEqual(await invitation.run(named, context), { kind: 'invitation', event: null })
  t.deepEqual(
    mail.calls.map(([verb]) => verb),
    ['message'],
  )
})

test('the answer goes to the organizer once, and the mailbox remembers it', async (t) => {
  const { context, mail, sent, named } = invited(sampleInvitations.google)

  const answer = { ...named, ...ANSWER, comment: 'See you' }
  t.deepEqual(await replyInvitation.run(answer, context), {
    kind: 'reply-invitation',
    answer: 'accepted',
    isNoted: true,
  })
  await replyInvitation.run(answer, context)

  t.is(sent.length, 1)
  t.like(sent[0], {
    from: { name: '', address: 'user0001@example.test' },
    to: [{ name: 'Bea', address: 'bea@example.org' }],
    subject: 'Accepted: Planning, with a comma',
    text: 'See you\n',
    calendar: { method: 'REPLY' },
  })
  t.like(readInvitation(sent[0]?.calendar?.content ?? '')?.invitation, {
    method: 'reply',
    comment: 'See you',
    attendees: [{ address: 'user0001@example.test', attendance: 'accepted' }],
  })
  const flags = mail.calls.find(([verb]) => verb === 'setFlags')
  t.deepEqual(flags?.at(-1), { add: ['$CalAccepted'], remove: ['$CalTentative', '$CalDeclined'] })
})

test('nothing is answered that was canceled, is an answer itself, or lies in Junk', async (t) => {
  for (const [calendar, mailbox] of [
    [sampleInvitations.zimbra, 'INBOX'],
    [sampleInvitations.nextcloud, 'INBOX'],
    [sampleInvitations.bare, 'INBOX'],
    [sampleInvitations.google, 'Junk'],
    [sampleInvitations.google.replaceAll('bea@example.org', 'user0001@example.test'), 'INBOX'],
  ] as const) {
    const { context, sent, named } = invited(calendar, mailbox)

    t.is((await invitation.run(named, context)).event?.answersAs, null)
    await t.throwsAsync(replyInvitation.run({ ...named, ...ANSWER }, context), {
      code: 'not_found',
    })
    t.is(sent.length, 0)
  }
})
