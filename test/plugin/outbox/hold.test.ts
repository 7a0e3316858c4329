import test from 'ava'
import { callAction, sendAction } from '../../support/http/native-actions.ts'
import { openOutboxSite } from '../../support/outbox/outbox-site.ts'

test('a held message lies in Drafts, goes out when undo is over, and is moved to Sent', async (t) => {
  const site = await openOutboxSite(t)
  const held = await site.hold('held-once', { bcc: 'carl@example.org' })
  t.is(held.kind, 'waiting')
  t.true(held.kind === 'waiting' && held.undoMs > 0 && held.undoMs <= 1_000)
  const entry = await site.entry('held-once')
  t.is(entry?.state, 'waiting')
  t.deepEqual(
    entry?.recipients.map(({ address }) => address),
    ['bea@example.org', 'carl@example.org'],
  )
  t.is(await site.stored('Drafts', 'held-once'), 1)
  t.deepEqual(site.delivered('held-once'), [])

  await site.leaves('held-once')

  const [source = '', ...more] = site.delivered('held-once')
  t.deepEqual(more, [])
  t.notRegex(source, /^(bcc|x-postern-[\w-]*):/im)
  t.deepEqual(site.sink.messages[0]?.to, ['bea@example.org', 'carl@example.org'])
  t.is(await site.stored('Drafts', 'held-once'), 0)
  t.is(await site.stored('Sent', 'held-once'), 1)
  t.regex(await site.dovecot.doveadm.sources(site.user, 'Sent'), /^Bcc: carl@example\.org\r?$/m)
  const { rows } = await callAction(site.client(), 'list', { mailbox: 'Sent' })
  t.deepEqual(
    rows[0]?.flags.filter((flag) => flag !== '\\Recent'),
    ['\\Seen'],
  )
})

test('an undone message is an ordinary draft again and never goes out', async (t) => {
  const site = await openOutboxSite(t)
  await site.hold('undone-one')
  await site.hold('after-it')

  const { draft } = await callAction(site.client(), 'outbox-cancel', { id: 'undone-one' })

  await site.leaves('after-it')
  t.deepEqual(site.delivered('undone-one'), [])
  t.is(await site.entry('undone-one'), undefined)
  const { rows } = await callAction(site.client(), 'list', { mailbox: 'Drafts' })
  t.deepEqual(
    rows.map(({ uid, subject, flags }) => ({
      uid,
      subject,
      flags: flags.filter((flag) => flag !== '\\Recent').sort(),
    })),
    [{ uid: draft?.uid, subject: 'undone-one', flags: ['\\Draft', '\\Seen'] }],
  )
})

test('a repeated request does not send an undone message (Mailspring #390)', async (t) => {
  const site = await openOutboxSite(t)
  await site.hold('first-words')
  const { draft } = await callAction(site.client(), 'outbox-cancel', { id: 'first-words' })
  t.truthy(draft)
  const letter = { composeId: 'first-words', to: 'bea@example.org', subject: 'first-words' }
  for (const name of ['send-later', 'send'] as const) {
    const again = await sendAction(site.client(), name, { ...letter, text: 'Text' })
    t.regex(again.text, /"code":"send_canceled"/)
  }

  await site.hold('second-words', { mode: 'draft', ...(draft === null ? {} : { source: draft }) })
  await site.leaves('second-words')

  t.deepEqual(site.delivered('first-words'), [])
  t.is(site.delivered('second-words').length, 1)
  t.is(await site.stored('Drafts', 'first-words'), 0)
})

test('a held message posted twice is sent once', async (t) => {
  const site = await openOutboxSite(t)
  const [first, second] = await Promise.all([site.hold('posted-twice'), site.hold('posted-twice')])
  t.is(first.kind === 'waiting' && first.dueAt, second.kind === 'waiting' && second.dueAt)
  t.is(await site.stored('Drafts', 'posted-twice'), 1)

  await site.leaves('posted-twice')

  t.is(site.delivered('posted-twice').length, 1)
  t.is(await site.stored('Sent', 'posted-twice'), 1)
})

test('a draft that waits is neither saved over nor sent again (Nextcloud Mail #8630)', async (t) => {
  const site = await openOutboxSite(t)
  const dueAt = Date.now() + 3_600_000
  await site.hold('scheduled', { dueAt })
  const source = (await site.entry('scheduled'))?.draft ?? undefined
  const letter = { composeId: 'another-tab', subject: 'Other words', text: 'Text' }

  for (const isDraft of [true, false]) {
    const changed = { ...letter, to: 'bea@example.org', mode: 'draft', isDraft } as const
    const { text } = await sendAction(site.client(), 'send', { ...changed, source })
    t.regex(text, /"code":"waits_in_outbox"/)
  }

  t.like(await site.entry('scheduled'), { state: 'waiting', dueAt })
  t.is(await site.stored('Drafts', 'scheduled'), 1)
})

test('without a time to undo a message is sent at once', async (t) => {
  const site = await openOutboxSite(t, { config: { webmail: { undoSeconds: 0 } } })

  const { kind } = await site.hold('sent-at-once')

  t.is(kind, 'sent')
  t.is(site.delivered('sent-at-once').length, 1)
})
