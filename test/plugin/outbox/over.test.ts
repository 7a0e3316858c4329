import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { readAdminEndpoint } from '../../../plugin/admin/endpoint-file.ts'
import { createKey } from '../../../store/seal/keys.ts'
import { rawImap } from '../../proxy/mail/raw-imap.ts'
import { eventually } from '../../support/database/rows.ts'
import { aclSettings } from '../../support/dovecot/acl.ts'
import { type Dovecot, startDovecot } from '../../support/dovecot/dovecot.ts'
import { callAction, sendAction } from '../../support/http/native-actions.ts'
import { openOutboxSite } from '../../support/outbox/outbox-site.ts'
import { basic } from '../metrics/metered-postern.ts'

// What is not sent, or not filed, stays in the outbox until its owner has seen it.

let dovecot: Dovecot
test.before(async () => {
  dovecot = await startDovecot({ users: 5 })
})
test.after.always(() => dovecot.stop())

const soon = () => Date.now() + 1_500

/** Other words in the file of a draft, as an administrator or a program at the server may write them. */
async function rewriteDraft(user: string, words: readonly [from: string, to: string]) {
  const folder = join(dovecot.maildir(user), '.Drafts/cur')
  const [name = ''] = await readdir(folder)
  const path = join(folder, name)
  await writeFile(path, (await readFile(path, 'utf8')).replace(...words))
}

test('a draft that was changed at the server is not sent, and its owner is told', async (t) => {
  const site = await openOutboxSite(t, { dovecot, user: 1 })
  await site.hold('changed-draft', { text: 'First words', dueAt: soon() })
  await rewriteDraft(site.user, ['First words', 'Other words'])

  const entry = await site.reaches('changed-draft', 'changed')

  t.deepEqual(site.delivered('changed-draft'), [])
  t.is(entry.dueAt, null)
  const { text } = await sendAction(site.client(), 'outbox-now', { id: 'changed-draft' })
  t.regex(text, /"code":"outbox_missing"/)
  const { draft } = await callAction(site.client(), 'outbox-cancel', { id: 'changed-draft' })
  t.is(draft?.uid, entry.draft?.uid)
  t.is(await site.stored('Drafts', 'changed-draft'), 1)
})

test('a sent message that cannot be filed stays in the outbox and is filed on wish, and not sent again', async (t) => {
  const site = await openOutboxSite(t, {
    settings: aclSettings,
    config: { tuning: { outbox: { delaysMs: [50], giveUpMs: 200 } } },
  })
  const owner = await rawImap(t, site.dovecot, site.user)
  await owner.run('CREATE Sent').catch(() => undefined)
  await owner.run('SETACL Sent owner lr')
  await site.hold('unfiled-one', { dueAt: soon() })

  const entry = await site.reaches('unfiled-one', 'unfiled')

  t.is(site.delivered('unfiled-one').length, 1)
  t.is(entry.dueAt, null)
  t.truthy(entry.error)
  t.is(await site.stored('Drafts', 'unfiled-one'), 1)
  const letter = { composeId: 'by-mistake', to: 'bea@example.org', subject: 'unfiled-one' }
  const again = { ...letter, mode: 'draft', source: entry.draft ?? undefined } as const
  t.regex((await sendAction(site.client(), 'send', again)).text, /"code":"waits_in_outbox"/)

  await owner.run('SETACL Sent owner lrswipkxtea')
  // Its processes remember rights.
  await site.dovecot.restart()
  await callAction(site.client(), 'outbox-now', { id: 'unfiled-one' })
  await site.leaves('unfiled-one')

  t.is(site.delivered('unfiled-one').length, 1)
  t.is(await site.stored('Sent', 'unfiled-one'), 1)
  t.is(await site.stored('Drafts', 'unfiled-one'), 0)
})

test('a message whose key was removed is a draft again and is not sent without its recipients', async (t) => {
  const site = await openOutboxSite(t, { dovecot, user: 3 })
  await site.hold('without-key', { bcc: 'carl@example.org', dueAt: Date.now() + 4_000 })
  await site.kill()
  const keys = join(site.postern().directory, 'keys')
  await createKey(keys, Date.now)
  const [first = ''] = (await readdir(keys)).filter((name) => name.endsWith('.key')).sort()
  await rm(join(keys, first))
  await site.restart()
  await site.signIn()

  const entry = await site.reaches('without-key', 'unreadable')

  t.deepEqual(site.sink.messages, [])
  t.is(await site.stored('Drafts', 'without-key'), 1)
  const { text } = await sendAction(site.client(), 'outbox-now', { id: 'without-key' })
  t.regex(text, /"code":"outbox_missing"/)
  const source = entry.draft ?? { mailbox: '', uid: 0, uidValidity: '' }
  const reopened = await callAction(site.client(), 'compose', { ...source, mode: 'draft' })
  t.deepEqual(
    reopened.bcc.map(({ address }) => address),
    ['carl@example.org'],
  )
})

test('metrics and status page count what waits, what is tried again, and what owners decide', async (t) => {
  const site = await openOutboxSite(t, {
    dovecot,
    user: 4,
    config: { tuning: { outbox: { delaysMs: [3_600_000] } } },
  })
  site.sink.behave('refuse-content')
  await site.hold('counted-refused', { dueAt: soon() })
  await site.reaches('counted-refused', 'refused')
  site.sink.behave('defer-content')
  for (const id of ['counted-deferred', 'counted-deferred-too']) {
    await site.hold(id, { dueAt: soon() })
    await site.reaches(id, 'retrying')
  }
  for (const id of ['counted-1', 'counted-2', 'counted-3']) {
    await site.hold(id, { dueAt: Date.now() + 86_400_000 })
  }
  const endpoint = await readAdminEndpoint(site.postern().directory)
  if (endpoint === undefined) throw new Error('no private listener')
  const { address } = endpoint

  const metrics = await eventually(
    async () => (await fetch(`${address}/metrics`)).text(),
    (text) => text.includes('postern_outbox_messages{state="waiting"} 3'),
  )

  t.regex(metrics, /^postern_outbox_messages\{state="retrying"\} 2$/m)
  t.regex(metrics, /^postern_outbox_messages\{state="undecided"\} 1$/m)
  const page = await (await fetch(`${address}/`, { headers: basic(endpoint) })).text()
  const words = page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  t.regex(words, /Outbox 5 messages wait, 2 of them after a failure; 1 for their owners/)
})

test('a forward that is undone still has the original attached, and goes out with it', async (t) => {
  const site = await openOutboxSite(t, { dovecot, user: 5 })
  const raw = Buffer.from(
    'From: bea@example.org\r\nSubject: Original\r\nMessage-ID: <original@example.org>\r\n\r\nOriginal words\r\n',
  )
  await dovecot.deliver(site.user, { mailbox: 'INBOX', raw, flags: [], receivedAt: Date.now() })
  const [row] = (await callAction(site.client(), 'list', { mailbox: 'INBOX' })).rows
  const source = { mailbox: 'INBOX', uid: row?.uid ?? 0 }
  const original = { mode: 'forward', source, keptParts: [`message:${source.uid}`] } as const
  await site.hold('forwarded-one', { ...original, dueAt: Date.now() + 3_600_000 })

  const { draft } = await callAction(site.client(), 'outbox-cancel', { id: 'forwarded-one' })
  if (draft === null) throw new Error('the draft is missing')
  const reopened = await callAction(site.client(), 'compose', { ...draft, mode: 'draft' })

  const keptParts = reopened.attachments.map(({ id }) => id)
  t.deepEqual(
    reopened.attachments.map(({ type }) => type),
    ['message/rfc822'],
  )
  const edited = { mode: 'draft', source: draft, keptParts } as const
  await site.hold('forwarded-again', { ...edited, text: 'Other words', dueAt: soon() })
  await site.leaves('forwarded-again')
  const [sent = ''] = site.delivered('forwarded-again')
  t.regex(sent, /^content-type: message\/rfc822/im)
  t.true(sent.includes('Original words'))
  t.deepEqual(site.delivered('forwarded-one'), [])
})
