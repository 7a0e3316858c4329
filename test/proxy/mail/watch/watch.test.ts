import test, { type ExecutionContext } from 'ava'
import type { MailEvent } from '../../../../proxy/mail/model/account.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { WAIT_LIMIT_MS } from '../../../support/process/wait-limit.ts'
import { sampleMessage } from '../../../support/sample-messages.ts'
import { credentialOf, openAccount, openEngine, otherClient, patient, request } from '../engine.ts'
import { hasStarted, hasCounts, listen } from '../listening.ts'
import { defaultReply, startScriptedImap } from '../../../support/imap/scripted-imap.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

async function openMailServer(t: ExecutionContext, settings = '') {
  const dovecot = await startDovecot({ t, users: 2, settings })
  await dovecot.seed(dovecot.userName(1), 3)
  return dovecot
}

/** Dovecot without NOTIFY, as other servers are. */
const withoutNotify =
  'imap_capability = IMAP4rev1 LITERAL+ IDLE SORT ESEARCH UIDPLUS MOVE LIST-EXTENDED LIST-STATUS CONDSTORE SPECIAL-USE'

test('a delivery into a mailbox that is not open is told with its counts', async (t) => {
  const dovecot = await openMailServer(t)
  const heard = listen(openAccount(t, dovecot, 1))
  const other = await otherClient(t, dovecot, 1)
  await heard.until(hasStarted)

  await other.append('Sent', sampleMessage(1, 'a@example.test'), [])

  await heard.until(hasCounts('Sent', 1))
  t.true(heard.events.some((event) => event.kind === 'changed' && event.mailbox === 'Sent'))
})

test('a delivery straight into the Maildir of the mailbox on show is told', async (t) => {
  const dovecot = await openMailServer(t)
  const heard = listen(openAccount(t, dovecot, 1), 'INBOX')
  await heard.until(hasStarted)

  await dovecot.deliver(dovecot.userName(1), { raw: sampleMessage(9, 'a@example.test') })

  await heard.until(hasCounts('INBOX', 4))
  t.pass()
})

test('a mailbox that is made, renamed or removed is told with the next reading', async (t) => {
  const dovecot = await openMailServer(t)
  const heard = listen(openAccount(t, dovecot, 1, { watch: { confirmMs: 200 } }))
  const other = await otherClient(t, dovecot, 1)
  await heard.until(hasStarted)
  const mailboxEvents = (events: readonly MailEvent[]) =>
    events.filter(({ kind }) => kind === 'mailboxes').length

  await other.mailboxCreate('Plans')
  await heard.until((events) => mailboxEvents(events) >= 1)
  const made = mailboxEvents(heard.events)
  await other.mailboxRename('Plans', 'Projects')
  await heard.until((events) => mailboxEvents(events) > made)
  const renamed = mailboxEvents(heard.events)
  await other.mailboxDelete('Projects')
  await heard.until((events) => mailboxEvents(events) > renamed)

  t.pass()
})

test('mail in a mailbox that was made since the watch began is told, and so is the mailbox', async (t) => {
  const dovecot = await openMailServer(t)
  const heard = listen(openAccount(t, dovecot, 1))
  const other = await otherClient(t, dovecot, 1)
  await heard.until(hasStarted)

  await other.mailboxCreate('Plans')
  await other.append('Plans', sampleMessage(1, 'a@example.test'), [])

  await heard.until(hasCounts('Plans', 1))
  t.true(heard.events.some(({ kind }) => kind === 'mailboxes'))
})

test('a server without NOTIFY is watched by IDLE in the mailbox on show', async (t) => {
  const dovecot = await openMailServer(t, withoutNotify)
  const heard = listen(openAccount(t, dovecot, 1), 'INBOX')
  const other = await otherClient(t, dovecot, 1)
  await heard.until(hasStarted)

  await other.append('INBOX', sampleMessage(1, 'a@example.test'), [])

  await heard.until(hasCounts('INBOX', 4))
  t.pass()
})

test('a server without NOTIFY is asked for the counts of the other mailboxes', async (t) => {
  const dovecot = await openMailServer(t, withoutNotify)
  const heard = listen(openAccount(t, dovecot, 1, { watch: { pollMs: 200 } }), 'INBOX')
  const other = await otherClient(t, dovecot, 1)
  await heard.until(hasStarted)

  await other.append('Sent', sampleMessage(1, 'a@example.test'), [])

  await heard.until(hasCounts('Sent', 1))
  t.pass()
})

test('many watches of an account share one connection besides the working one', async (t) => {
  const dovecot = await openMailServer(t)
  const account = openAccount(t, dovecot, 1)
  const heard = Array.from({ length: 8 }, () => listen(account, 'INBOX'))
  await Promise.all(heard.map((one) => one.until(hasStarted)))
  await account.page(request(), patient)

  t.is(await dovecot.logins(), 2)
})

test('with a budget of one connection the working one watches', async (t) => {
  const dovecot = await openMailServer(t)
  const account = openAccount(t, dovecot, 1, {
    maxConnectionsPerAccount: 1,
    watch: { pollMs: 100 },
  })
  const heard = listen(account, 'INBOX')
  await heard.until(hasStarted)
  const other = await otherClient(t, dovecot, 1)

  await other.append('Sent', sampleMessage(1, 'a@example.test'), [])

  await heard.until(hasCounts('Sent', 1))
  // The other client's and one of ours.
  t.is(await dovecot.logins(), 2)
})

test('what happened while the watching connection was away is told when it is back', async (t) => {
  const dovecot = await openMailServer(t)
  const account = openAccount(t, dovecot, 1, { watch: { retryMs: 50 } })
  const heard = listen(account)
  await heard.until(hasStarted)

  await dovecot.kill()
  await dovecot.seed(dovecot.userName(1), 1, 'Sent')
  await dovecot.restart()

  await heard.until(hasCounts('Sent', 1))
  t.pass()
})

test('a sign-in is proven while the account is watched, within a budget of two', async (t) => {
  const dovecot = await startDovecot({ t, users: 1, maxConnectionsPerUser: 2 })
  const { accounts } = openEngine(t, dovecot, {
    limitWaitMs: WAIT_LIMIT_MS,
    watch: { retryMs: 50 },
  })
  const credential = credentialOf(dovecot, 1)
  const account = accounts.account(credential, '192.0.2.1')
  const heard = listen(account)
  await heard.until(hasStarted)
  await account.page(request(), patient)

  await accounts.signIn(credential, '192.0.2.1', patient)

  const other = await account.append(
    mailboxName('Sent'),
    Buffer.from(sampleMessage(1, 'a@example.test')),
    [],
    patient,
  )
  await heard.until(hasCounts('Sent', 1))
  t.is(other?.mailbox, mailboxName('Sent'))
})

test('counts of watched mailboxes include what we have just done ourselves', async (t) => {
  const dovecot = await openMailServer(t)
  const account = openAccount(t, dovecot, 1)
  await listen(account).until(hasStarted)
  await account.page(request(), patient)

  await account.move('INBOX', [1], mailboxName('Trash'), patient)
  const counts = await account.counts(patient)

  t.is(counts.find(({ path }) => path === 'INBOX')?.messages, 2)
  t.is(counts.find(({ path }) => path === 'Trash')?.messages, 1)
})

test('a watch that is closed is told nothing more', async (t) => {
  const dovecot = await openMailServer(t)
  const account = openAccount(t, dovecot, 1)
  const closed = listen(account)
  const open = listen(account)
  await closed.until(hasStarted)
  const before = closed.events.length
  closed.close()
  const other = await otherClient(t, dovecot, 1)

  await other.append('Sent', sampleMessage(1, 'a@example.test'), [])
  await open.until(hasCounts('Sent', 1))

  t.is(closed.events.length, before)
})

test('a server that gives up telling is asked to tell again, and for all counts', async (t) => {
  const capabilities = 'IMAP4rev1 AUTH=PLAIN LITERAL+ NOTIFY LIST-STATUS'
  let notifies = 0
  const server = await startScriptedImap(t, {
    reply: (command) => {
      if (command.name === 'CAPABILITY') {
        return `* CAPABILITY ${capabilities}\r\n${command.tag} OK\r\n`
      }
      if (command.name !== 'NOTIFY') return undefined
      notifies += 1
      const overflow = notifies === 1 ? '* OK [NOTIFICATIONOVERFLOW] too much\r\n' : ''
      return `${defaultReply(command)}${overflow}`
    },
  })
  const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }
  const { accounts } = openEngine(t, server)

  await listen(accounts.account(someone, '192.0.2.1')).until(hasStarted)
  while (server.heard('NOTIFY') < 2) await new Promise((resolve) => setImmediate(resolve))

  t.is(server.connections(), 1)
})

test('a server that offers NOTIFY and refuses it is watched as one without', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name, tag }) => {
      if (name === 'CAPABILITY') {
        return `* CAPABILITY IMAP4rev1 AUTH=PLAIN LITERAL+ NOTIFY LIST-STATUS\r\n${tag} OK\r\n`
      }
      return name === 'NOTIFY' ? `${tag} NO not for these mailboxes\r\n` : undefined
    },
  })
  const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }
  const { accounts } = openEngine(t, server, { watch: { pollMs: 10, retryMs: 10 } })

  await listen(accounts.account(someone, '192.0.2.1')).until(hasStarted)
  while (server.heard('LSUB') < 5) await new Promise((resolve) => setImmediate(resolve))

  t.is(server.heard('NOTIFY'), 1)
  t.is(server.connections(), 1)
})

test('what both connections hear of a mailbox is counted once', async (t) => {
  const dovecot = await openMailServer(t)
  const account = openAccount(t, dovecot, 1)
  await account.page(request(), patient)
  const heard = listen(account, 'INBOX')
  await heard.until(hasStarted)
  const other = await otherClient(t, dovecot, 1)
  await other.mailboxOpen('INBOX')

  await other.messageDelete('1', { uid: true })
  await heard.until(hasCounts('INBOX', 2))

  t.is((await account.page(request(), patient)).total, 2)
  t.is((await account.counts(patient)).find(({ path }) => path === 'INBOX')?.messages, 2)
})
