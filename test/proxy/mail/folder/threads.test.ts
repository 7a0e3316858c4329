import test from 'ava'
import type { MessagePage } from '../../../../proxy/mail/model/message-list.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, openEngine, otherClient, patient, request } from '../engine.ts'
import { startScriptedImap } from '../../../support/imap/scripted-imap.ts'

const threaded = request({ isThreaded: true })

/** Messages 1 to 5: 1 <- 2 <- 4 and 1 <- 5, and 3 alone. */
async function deliverThreads(dovecot: Dovecot): Promise<void> {
  const responses = [undefined, 1, undefined, 2, 1]
  for (const [index, answered] of responses.entries()) {
    const reference =
      answered === undefined
        ? ''
        : `In-Reply-To: <m${answered}@x>\r\nReferences: <m${answered}@x>\r\n`
    const raw = [
      `From: a@example.test\r\nSubject: s${answered === undefined ? index + 1 : 'answer'}\r\n`,
      `Date: ${index + 1} Jan 2026 10:00:00 +0000\r\nMessage-ID: <m${index + 1}@x>\r\n`,
      `${reference}\r\nhello\r\n`,
    ].join('')
    await dovecot.deliver(dovecot.userName(1), { raw, receivedAt: Date.UTC(2026, 0, index + 1) })
  }
}

function shapeOf(page: MessagePage): readonly string[] {
  return page.rows.map(({ summary, thread }) => `${'>'.repeat(thread?.depth ?? -1)}${summary.uid}`)
}

test('answers stand below what they answer, the thread with the newest message first', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await deliverThreads(dovecot)

  const page = await openAccount(t, dovecot, 1).page(threaded, patient)

  t.deepEqual(shapeOf(page), ['1', '>2', '>>4', '>5', '3'])
})

test('a row of a thread reports its parent and how many answers are unread', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await deliverThreads(dovecot)
  const account = openAccount(t, dovecot, 1)
  await account.setFlags('INBOX', [4], { add: ['\\Seen'], remove: [] }, patient)

  const { rows } = await account.page(threaded, patient)

  t.deepEqual(rows[0]?.thread, {
    depth: 0,
    parentUid: undefined,
    hasChildren: true,
    unreadChildren: 2,
  })
  t.deepEqual(rows[2]?.thread, {
    depth: 2,
    parentUid: 2,
    hasChildren: false,
    unreadChildren: 0,
  })
})

test('threads follow what another client expunges', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await deliverThreads(dovecot)
  const account = openAccount(t, dovecot, 1)
  await account.page(threaded, patient)
  const other = await otherClient(t, dovecot, 1)
  await other.mailboxOpen('INBOX')

  await other.messageDelete('5', { uid: true })
  const page = await account.page(threaded, patient)

  t.deepEqual(shapeOf(page), ['1', '>2', '>>4', '3'])
})

test('a server without THREAD answers a plain list', async (t) => {
  const server = await startScriptedImap(t)
  const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }
  const { accounts } = openEngine(t, server)

  const { rows } = await accounts.account(someone, '192.0.2.1').page(threaded, patient)

  t.deepEqual(
    rows.map(({ thread }) => thread),
    [undefined],
  )
})
