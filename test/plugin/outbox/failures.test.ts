import { join } from 'node:path'
import test from 'ava'
import { databaseRows, eventually } from '../../support/database/rows.ts'
import { type Dovecot, startDovecot } from '../../support/dovecot/dovecot.ts'
import { quotaSettings } from '../../support/dovecot/quota.ts'
import { callAction, sendAction } from '../../support/http/native-actions.ts'
import { openOutboxSite } from '../../support/outbox/outbox-site.ts'

let dovecot: Dovecot
test.before(async () => {
  dovecot = await startDovecot({ users: 8 })
})
test.after.always(() => dovecot.stop())

const soon = () => Date.now() + 1_500

test('a draft that another program deleted is not sent, and its owner is told', async (t) => {
  const site = await openOutboxSite(t, { dovecot, user: 1 })
  // Late enough for the other program to be first on a busy machine.
  await site.hold('deleted-draft', { dueAt: Date.now() + 10_000 })
  const draft = (await site.entry('deleted-draft'))?.draft
  await dovecot.doveadm.expunge(site.user, { mailbox: 'Drafts', uid: draft?.uid ?? 0 })

  const entry = await site.reaches('deleted-draft', 'gone')

  t.is(entry.draft, null)
  t.deepEqual(site.delivered('deleted-draft'), [])
  const { text } = await sendAction(site.client(), 'outbox-now', { id: 'deleted-draft' })
  t.regex(text, /"code":"outbox_missing"/)
  t.is((await callAction(site.client(), 'outbox-cancel', { id: 'deleted-draft' })).draft, null)
  t.deepEqual(await site.outbox(), [])
})

test('what SMTP refuses permanently is a draft again with the reason (send-later #2)', async (t) => {
  const site = await openOutboxSite(t, { dovecot, user: 2 })
  site.sink.behave('refuse-content')
  await site.hold('refused-one', { dueAt: soon() })

  const entry = await site.reaches('refused-one', 'refused')

  t.regex(entry.error ?? '', /5\.7\.1 Message refused/)
  t.is(await site.stored('Drafts', 'refused-one'), 1)
  const { rows } = await callAction(site.client(), 'list', { mailbox: 'Drafts' })
  t.false(rows[0]?.flags.includes('$PosternOutbox'))
  site.sink.behave('accept')
  await callAction(site.client(), 'outbox-now', { id: 'refused-one' })
  await site.leaves('refused-one')
  t.is(site.delivered('refused-one').length, 1)
})

test('a message is tried again while SMTP does not take it (omamail #79)', async (t) => {
  const site = await openOutboxSite(t, { dovecot, user: 3 })
  site.sink.behave('defer-content')
  await site.hold('deferred-one', { dueAt: soon() })

  const entry = await site.reaches('deferred-one', 'retrying')

  t.regex(entry.error ?? '', /4\.3\.0 Come back later/)
  t.is(await site.stored('Drafts', 'deferred-one'), 1)
  site.sink.behave('accept')
  await site.leaves('deferred-one')
  t.is(site.delivered('deferred-one').length, 1)
  t.is(await site.stored('Sent', 'deferred-one'), 1)
})

test('a message whose retries are over is asked about', async (t) => {
  const site = await openOutboxSite(t, {
    dovecot,
    user: 4,
    config: { tuning: { outbox: { delaysMs: [50], giveUpMs: 100 } } },
  })
  site.sink.behave('defer-content')
  await site.hold('given-up', { dueAt: soon() })

  const entry = await site.reaches('given-up', 'asks')

  t.false(entry.isUncertain)
  t.is(entry.dueAt, null)
  t.deepEqual(site.delivered('given-up'), [])
})

test('a message that may have been delivered is asked about and not sent unasked', async (t) => {
  const site = await openOutboxSite(t, { dovecot, user: 5 })
  site.sink.behave('take-and-reset')
  await site.hold('uncertain-one', { dueAt: soon() })

  t.true((await site.reaches('uncertain-one', 'asks')).isUncertain)

  site.sink.behave('accept')
  const unasked = await sendAction(site.client(), 'outbox-now', { id: 'uncertain-one' })
  t.regex(unasked.text, /"code":"send_uncertain"/)
  t.is(site.delivered('uncertain-one').length, 1)
  await callAction(site.client(), 'outbox-now', { id: 'uncertain-one', isAgain: true })
  await site.leaves('uncertain-one')
  const [first, second, ...more] = site
    .delivered('uncertain-one')
    .map((source) => /^message-id:.*$/im.exec(source)?.[0])
  t.truthy(first)
  t.is(first, second)
  t.deepEqual(more, [])
  t.is(await site.stored('Sent', 'uncertain-one'), 1)
})

test('a message at another time goes out then, and dated no later', async (t) => {
  const site = await openOutboxSite(t, { dovecot, user: 6 })
  const dueAt = Date.now() + 30 * 86_400_000
  await site.hold('changed-time', { dueAt })
  const tooFar = { id: 'changed-time', dueAt: Date.now() + 400 * 86_400_000 }
  t.regex((await sendAction(site.client(), 'outbox-change', tooFar)).text, /"path":"dueAt"/)
  t.is((await site.entry('changed-time'))?.dueAt, dueAt)

  await callAction(site.client(), 'outbox-change', { id: 'changed-time', dueAt: soon() })
  await site.leaves('changed-time')

  const [source = ''] = site.delivered('changed-time')
  const date = Date.parse(/^date: (.*)$/im.exec(source)?.[1] ?? '')
  t.true(date <= Date.now())
  const late = await sendAction(site.client(), 'outbox-cancel', { id: 'changed-time' })
  t.regex(late.text, /"code":"(outbox_missing|already_sent)"/)
})

test('a full mailbox refuses to hold a message, which can be sent at once', async (t) => {
  const site = await openOutboxSite(t, { settings: quotaSettings('10K') })
  const letter = { composeId: 'over-quota', to: 'bea@example.org', subject: 'over-quota' }
  const large = { ...letter, text: 'Words. '.repeat(5_000) }

  const held = await sendAction(site.client(), 'send-later', large)

  t.is(held.status, 422)
  t.regex(held.text, /"code":"outbox_unavailable"/)
  t.regex(held.text, /[Qq]uota/)
  t.deepEqual(await site.outbox(), [])
  t.is((await sendAction(site.client(), 'send', large)).status, 200)
  t.is(site.delivered('over-quota').length, 1)
})

test('a message waits for its owner when the password was changed', async (t) => {
  const own = await startDovecot({ t, users: 1 })
  const site = await openOutboxSite(t, { dovecot: own })
  await site.hold('new-password', { dueAt: Date.now() + 5_000 })
  await own.changePassword('another-Pass.2')
  await own.restart()
  // By the loop: nobody else asks.
  await eventually(
    () => own.log(),
    (text) => text.includes('auth failed'),
  )

  await site.signIn('another-Pass.2')
  await site.leaves('new-password')

  t.is(site.delivered('new-password').length, 1)
})

test('without stored passwords a message waits until its owner is signed in', async (t) => {
  const site = await openOutboxSite(t, {
    dovecot,
    user: 7,
    config: { signIn: { outboxCredentials: false } },
  })
  await site.hold('while-there', { dueAt: soon() })
  await site.leaves('while-there')
  t.is(site.delivered('while-there').length, 1)
  await site.hold('not-there', { dueAt: Date.now() + 4_000 })
  const client = site.client()
  await client.post('?_task=logout', { _token: client.token() })
  const file = join(site.postern().directory, 'postern.db')
  await eventually(
    () => databaseRows(file, "SELECT body FROM postern_personal WHERE kind = 'outbox'"),
    (rows) => rows.some(({ body }) => String(body).includes('"state":"password"')),
  )
  t.deepEqual(site.delivered('not-there'), [])

  await site.signIn()
  await site.leaves('not-there')

  t.is(site.delivered('not-there').length, 1)
})
