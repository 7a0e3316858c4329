import test from 'ava'
import { createServerNotices } from '../../../../proxy/mail/account/server-notices.ts'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { startScriptedImap } from '../../../support/imap/scripted-imap.ts'
import { openEngine, patient, request } from '../engine.ts'
import { listen } from '../listening.ts'

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }
const clientIp = '192.0.2.1'

test('an alert that comes with the sign-in is told once', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ tag, name }) =>
      name === 'PASSWORD' ? `${tag} OK [ALERT] Your password ends on Friday\r\n` : undefined,
  })
  const account = openEngine(t, server).accounts.account(someone, clientIp)

  await account.page(request(), patient)

  t.deepEqual(account.takeNotices(), ['Your password ends on Friday'])
  t.deepEqual(account.takeNotices(), [])
})

test('an alert without a command is an event for who listens', async (t) => {
  const server = await startScriptedImap(t, {
    capabilities: 'IMAP4rev1 AUTH=PLAIN IDLE',
    reply: ({ name }) =>
      name === 'IDLE' ? '+ idling\r\n* OK [ALERT] The server rests at ten\r\n' : undefined,
  })
  const account = openEngine(t, server).accounts.account(someone, clientIp)

  const reported: string[] = []
  const heard = listen(account, 'INBOX')
  // Together with a `resync`, which says that everything is to be read again, it is that alone.
  await heard.until(() => reported.push(...account.takeNotices()) > 0)
  heard.close()

  t.deepEqual(reported, ['The server rests at ten'])
})

test('what was said before a user listens is an event as soon as they do', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ tag, name }) =>
      name === 'SELECT'
        ? `* 0 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* NO [ALERT] Almost full\r\n${tag} OK\r\n`
        : undefined,
  })
  const account = openEngine(t, server).accounts.account(someone, clientIp)
  await account.page(request(), patient)

  const heard = listen(account)
  await heard.until((events) => events.some(({ kind }) => kind === 'notices'))
  heard.close()

  t.deepEqual(account.takeNotices(), ['Almost full'])
})

test('the reason of a goodbye is told, though the request continued over another connection', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name }, connection) =>
      name === 'SELECT' && connection === 1
        ? { cutAfter: '* BYE The mailbox moves to another machine\r\n' }
        : undefined,
  })
  const account = openEngine(t, server).accounts.account(someone, clientIp)

  t.is((await account.page(request(), patient)).total, 1)

  t.deepEqual(account.takeNotices(), ['The mailbox moves to another machine'])
})

for (const goodbye of ['Disconnected for inactivity.', 'Too many connections from this user', '']) {
  test(`a goodbye "${goodbye}" is nothing to read`, async (t) => {
    const server = await startScriptedImap(t, {
      reply: ({ name }, connection) =>
        name === 'SELECT' && connection === 1 ? { cutAfter: `* BYE ${goodbye}\r\n` } : undefined,
    })
    const account = openEngine(t, server).accounts.account(someone, clientIp)

    await account.page(request(), patient)

    t.deepEqual(account.takeNotices(), [])
  })
}

test('an alert that refuses a password is the reason of the refusal, and not told to the owner', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ tag, name }, connection) =>
      name === 'PASSWORD' && connection === 1
        ? `${tag} NO [ALERT] Sign in with your browser first\r\n`
        : undefined,
  })
  const { accounts } = openEngine(t, server)

  const refused = await t.throwsAsync(accounts.signIn(someone, clientIp, patient), {
    instanceOf: MailFault,
  })
  await accounts.signIn(someone, clientIp, patient)

  t.like(refused, { code: 'authentication_refused', reply: 'Sign in with your browser first' })
  t.deepEqual(accounts.account(someone, clientIp).takeNotices(), [])
})

test('words of a server are one line of text, bounded, each told once an hour and only to its owner', (t) => {
  let time = 0
  const notices = createServerNotices({ now: () => time })

  t.true(notices.hear('ada', 'Read\u0007 \u202ethis\r\n'))
  t.false(notices.hear('ada', 'Read this'))
  t.true(notices.hear('ada', 'x'.repeat(5_000)))
  t.false(notices.hear('ada', ' \u0000 '))
  t.false(notices.isWaiting('bob'))
  t.deepEqual(notices.take('bob'), [])
  t.deepEqual(notices.take('ada'), ['Read this', 'x'.repeat(300)])
  time = 3_600_000
  t.true(notices.hear('ada', 'Read this'))
})

test('of a server that always says something new only so much is told', (t) => {
  const notices = createServerNotices({ now: () => 0 })

  for (let n = 1; n <= 100; n += 1) notices.hear('ada', `Notice ${n}`)

  t.deepEqual(notices.take('ada'), ['Notice 8', 'Notice 9', 'Notice 10'])
})
