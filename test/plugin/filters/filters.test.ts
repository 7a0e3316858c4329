import test, { type ExecutionContext } from 'ava'
import type { NativeInputOf } from '../../../plugin/wire/native/types.ts'
import { callAction, sendAction } from '../../support/http/native-actions.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { startSieveDovecot } from '../../support/sieve/manage-sieve.ts'

type Change = NativeInputOf<'save-filters'>['change']

async function signedIn(t: ExecutionContext, sieve: Readonly<Record<string, unknown>> = {}) {
  const { dovecot, sievePort } = await startSieveDovecot({ t, users: 1 })
  const config = { sieve: { port: sievePort, ...sieve } }
  const postern = await startPostern({ t, mail: dovecot, config })
  const user = dovecot.userName(1)
  const client = createWebmailClient(postern.base())
  await client.signIn(user, dovecot.password)
  return { dovecot, sievePort, user, client }
}

const toShops = {
  kind: 'rule',
  rule: {
    name: 'Shops',
    match: 'any',
    conditions: [
      {
        kind: 'text',
        field: { kind: 'from', part: 'text' },
        comparison: 'contains',
        values: ['shop'],
      },
    ],
    actions: [{ kind: 'move', mailbox: 'Shops & more' }, { kind: 'stop' }],
  },
} as const

const entries = (...all: Extract<Change, { kind: 'entries' }>['entries'][number][]): Change => ({
  kind: 'entries',
  entries: all,
})

test('a filter is written, read again as it was, and decides where mail goes', async (t) => {
  const { dovecot, client, user } = await signedIn(t)
  const before = await callAction(client, 'filters', {})
  t.deepEqual([before.entries, before.text, before.isActive], [[], '', false])
  await callAction(client, 'create-folder', { name: 'Shops & more', parent: null })

  const saved = await callAction(client, 'save-filters', {
    etag: before.etag,
    change: entries(toShops),
  })

  t.like(saved.entries?.[0], { kind: 'rule', place: 0, rule: { ...toShops.rule, isEnabled: true } })
  t.true(saved.isActive)
  t.deepEqual(await callAction(client, 'filters', {}), saved)
  await dovecot.doveadm.receive(
    user,
    'From: A Shop <a@shop.test>\r\nSubject: Sale\r\n\r\nHello\r\n',
  )
  const { rows } = await callAction(client, 'list', { mailbox: 'Shops & more' })
  t.deepEqual(
    rows.map(({ subject }) => subject),
    ['Sale'],
  )
})

test('what another program has changed meanwhile is not overwritten', async (t) => {
  const { client } = await signedIn(t)
  const { etag } = await callAction(client, 'filters', {})
  const text = '# by hand\r\nkeep;\r\n'
  await callAction(client, 'save-filters', { etag, change: { kind: 'text', text } })

  const late = await sendAction(client, 'save-filters', { etag, change: entries(toShops) })

  t.is(late.status, 409)
  t.regex(late.text, /"code":"filters_changed"/)
  const now = await callAction(client, 'filters', {})
  t.is(now.text, text)
  const { place = 0 } = now.entries?.[0] ?? {}
  const merged = await callAction(client, 'save-filters', {
    etag: now.etag,
    change: entries(toShops, { kind: 'block', place, text }),
  })
  t.true(merged.text.endsWith(text))
})

test('a script that the mail server refuses changes nothing, and its line is told', async (t) => {
  const { client } = await signedIn(t)
  const { etag, text: before } = await callAction(client, 'filters', {})
  const change = { kind: 'text', text: 'keep;\nfileinto "Somewhere";\n' } as const

  const { status, text } = await sendAction(client, 'save-filters', { etag, change })

  t.is(status, 422)
  t.regex(text, /"code":"filter_refused"/)
  t.regex(text, /line 2/)
  t.is((await callAction(client, 'filters', {})).text, before)
})

test('mail is forwarded only where the administrator allows it, by rules and by scripts', async (t) => {
  const { client } = await signedIn(t, { forwardTo: ['Example.Test'] })
  const { etag } = await callAction(client, 'filters', {})
  const forwarding = (address: string) =>
    entries({
      kind: 'rule',
      rule: {
        name: 'Forwarding',
        match: 'every',
        actions: [{ kind: 'forward', address, isCopyKept: true }],
      },
    })
  const script = 'if true { redirect "somebody@elsewhere.test"; }'

  const outside = await sendAction(client, 'save-filters', {
    etag,
    change: forwarding('somebody@elsewhere.test'),
  })
  const scripted = await sendAction(client, 'save-filters', {
    etag,
    change: { kind: 'text', text: script },
  })
  const inside = await sendAction(client, 'save-filters', {
    etag,
    change: forwarding('ada@example.test'),
  })

  t.regex(outside.text, /"code":"forwarding_not_allowed"/)
  t.regex(scripted.text, /"code":"forwarding_not_allowed"/)
  t.is(inside.status, 200, inside.text)
})

test('a filter about the contacts is written with their addresses, and says when these have changed', async (t) => {
  const { dovecot, client, user } = await signedIn(t)
  await callAction(client, 'create-folder', { name: 'Known', parent: null })
  await callAction(client, 'add-contact', { name: 'Ada', address: 'Ada@Example.test' })
  const known = {
    name: 'Known',
    match: 'all',
    conditions: [{ kind: 'contact' }],
    actions: [{ kind: 'move', mailbox: 'Known' }],
  } as const
  const { etag } = await callAction(client, 'filters', {})
  const change = entries({ kind: 'rule', rule: known })

  const saved = await callAction(client, 'save-filters', { etag, change })

  t.like(saved.contacts, { areCurrent: true, used: 1, total: 1 })
  t.like(saved.entries?.[0], { rule: { conditions: [{ kind: 'contact', isNot: false }] } })
  const from = (address: string) =>
    `From: <${address}>\r\nSubject: From ${address}\r\n\r\nHello\r\n`
  await dovecot.doveadm.receive(user, from('ada@example.test'))
  await dovecot.doveadm.receive(user, from('ben@example.test'))
  const { rows } = await callAction(client, 'list', { mailbox: 'Known' })
  t.deepEqual(
    rows.map(({ subject }) => subject),
    ['From ada@example.test'],
  )

  await callAction(client, 'add-contact', { name: 'Ben', address: 'ben@example.test' })
  const stale = await callAction(client, 'filters', {})
  t.like(stale.contacts, { areCurrent: false, used: 2 })
  const source = { kind: 'rule', rule: known } as const
  const trial = await callAction(client, 'filter-trial', { mailbox: 'INBOX', source })
  t.like(trial, { met: 1, undecided: 0 }, 'a trial looks at the contacts as they are now')
  const again = { etag: stale.etag, change: entries({ kind: 'rule', place: 0, rule: known }) }
  const current = await callAction(client, 'save-filters', again)
  t.like(current.contacts, { areCurrent: true })
  t.regex(current.text, /ada@example\.test", "ben@example\.test/)
})

test('a server of filters that is down is told, and the mailbox goes on', async (t) => {
  const { client } = await signedIn(t, { port: 1 })

  const { status, text } = await sendAction(client, 'filters', {})

  t.is(status, 503)
  t.regex(text, /"code":"filters_unavailable"/)
  t.is((await callAction(client, 'list', { mailbox: 'INBOX' })).kind, 'list')
})

test('where no server of filters is configured there are none', async (t) => {
  const { dovecot } = await startSieveDovecot({ t, users: 1 })
  const postern = await startPostern({ t, mail: dovecot })
  const client = createWebmailClient(postern.base())
  await client.signIn(dovecot.userName(1), dovecot.password)

  const { status } = await sendAction(client, 'filters', {})

  t.is(status, 404)
})

test('a script of the largest size is saved, and nothing longer', async (t) => {
  const { client } = await signedIn(t)
  const { etag } = await callAction(client, 'filters', {})
  // Each character of it is two in JSON.
  const comment = `/*${'"\\'.repeat(524_280)}*/\r\n`
  const text = `${comment}keep;\r\n`.padEnd(1_048_576, '\n')

  const saved = await callAction(client, 'save-filters', { etag, change: { kind: 'text', text } })

  t.is(Buffer.byteLength(saved.text), 1_048_576)
  t.is((await callAction(client, 'filters', {})).text, text)
  const longer = { kind: 'text', text: `${text}\n` } as const
  const refused = await sendAction(client, 'save-filters', { etag: saved.etag, change: longer })
  t.is(refused.status, 400)
})
