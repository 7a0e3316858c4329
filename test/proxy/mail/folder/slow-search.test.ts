import { EventEmitter, once } from 'node:events'
import test from 'ava'
import { failureOf } from '../../../../plugin/response/failure.ts'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import type { AccountsOptions } from '../../../../proxy/mail/account/options.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { startImapRelay } from '../../../support/dovecot/imap-relay.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'
import { credentialOf, openEngine, patient, request } from '../engine.ts'

const MESSAGES = 5
/** The one message that has the word. */
const FOUND = 3

const search = { text: 'needle', fields: ['text'], filter: 'all' } as const

/** A mailbox whose server has not answered the search until `release` is called. */
async function openSlowMailbox(t: Teardown, changes: Partial<AccountsOptions> = {}) {
  const dovecot = await startDovecot({ t, users: 1 })
  const owner = dovecot.userName(1)
  for (let n = 1; n <= MESSAGES; n += 1) {
    const word = n === FOUND ? 'needle' : 'hay'
    await dovecot.deliver(owner, { raw: `Subject: ${n}\r\n\r\n${word}\r\n`, flags: [] })
  }
  const steps = new EventEmitter()
  const isUnderWay = once(steps, 'under way')
  const released = once(steps, 'released')
  const relay = await startImapRelay(t, {
    ...dovecot,
    hold: (line, closed) => {
      if (!new RegExp(`^\\* ESEARCH .*UID ALL ${FOUND}$`).test(line)) return undefined
      steps.emit('under way', closed)
      return released
    },
  })
  const { accounts } = openEngine(t, relay, changes)
  const credential = credentialOf(dovecot, 1)
  return {
    dovecot,
    accounts,
    credential,
    account: accounts.account(credential, '192.0.2.1'),
    isUnderWay,
    release: () => steps.emit('released'),
  }
}

/** What a threaded and a sorted list of the same search take over from the connection that searched. */
for (const [kind, changes] of [
  ['threaded', { isThreaded: true }],
  ['sorted', { sort: { by: 'subject', isDescending: true } }],
] as const) {
  test(`a ${kind} search is made once`, async (t) => {
    const { account, dovecot, release } = await openSlowMailbox(t)
    release()

    const page = await account.page(request({ search, ...changes }), patient)
    const logins = await dovecot.logins()
    await account.page(request({ search, ...changes }), patient)

    t.is(page.total, 1)
    t.is(await dovecot.logins(), logins)
  })
}

test('everything else is answered while a search is under way', async (t) => {
  const { account, accounts, credential, isUnderWay, release } = await openSlowMailbox(t)
  const searched = account.page(request({ search }), patient)
  await isUnderWay

  t.is((await account.page(request(), patient)).total, MESSAGES)
  t.is((await account.message('INBOX', 1, patient)).text, 'hay\r\n')
  t.is((await accounts.signIn(credential, '192.0.2.1', patient)).delimiter, '.')

  release()
  const page = await searched
  t.deepEqual(
    page.rows.map(({ summary }) => summary.uid),
    [FOUND],
  )
})

test('a search may take longer than any other command', async (t) => {
  // The longest pause a command may make; the search makes a longer one.
  const commandTimeoutMs = 2_000
  const { account, isUnderWay, release } = await openSlowMailbox(t, { commandTimeoutMs })
  const searched = account.page(request({ search }), patient)
  await isUnderWay

  setTimeout(release, 1.5 * commandTimeoutMs)

  t.is((await searched).total, 1)
})

test('a search has a limit of its own', async (t) => {
  const { account } = await openSlowMailbox(t, { searchMs: 500 })

  const stopped = await t.throwsAsync(account.page(request({ search }), patient), {
    instanceOf: MailFault,
    code: 'search_stopped',
  })
  const { logged, refusal } = failureOf(stopped, '192.0.2.1', '')
  t.is(refusal.code, 'timed_out')
  t.is(logged?.kind, 'IMAP')
  t.regex(logged?.message ?? '', /^Search stopped: /)
})

for (const [connections, allowed] of [
  ['its own connection', 2],
  ['the only connection', 1],
] as const) {
  test(`a search on ${connections} that is given up ends on the server, and the next request is answered`, async (t) => {
    const { account, dovecot, isUnderWay } = await openSlowMailbox(t, {
      maxConnectionsPerAccount: allowed,
    })
    const abort = new AbortController()
    const searched = account.page(request({ search }), { signal: abort.signal })
    const [connectionClosed] = (await isUnderWay) as [Promise<void>]

    abort.abort()
    await t.throwsAsync(searched, { code: 'timed_out' })
    await connectionClosed

    t.is((await account.page(request(), patient)).total, MESSAGES)
    t.is(await dovecot.logins(), 2)
  })
}

test('a search that is made again finds what came meanwhile without another search of all', async (t) => {
  const { account, dovecot, isUnderWay, release } = await openSlowMailbox(t)
  const searched = account.page(request({ search }), patient)
  await isUnderWay
  const raw = 'Subject: late\r\n\r\nneedle\r\n'
  await dovecot.deliver(dovecot.userName(1), { raw, flags: [] })

  release()

  t.is((await searched).total, 2)
  const logins = await dovecot.logins()
  t.is((await account.page(request({ search }), patient)).total, 2)
  t.is(await dovecot.logins(), logins)
})

test('a server that allows one connection is searched on it', async (t) => {
  const dovecot = await startDovecot({ t, users: 1, maxConnectionsPerUser: 1 })
  await dovecot.deliver(dovecot.userName(1), { raw: 'Subject: 1\r\n\r\nneedle\r\n', flags: [] })
  const { accounts } = openEngine(t, dovecot, { limitWaitMs: 100 })

  const page = await accounts
    .account(credentialOf(dovecot, 1), '192.0.2.1')
    .page(request({ search }), patient)

  t.is(page.total, 1)
})
