import test from 'ava'
import { ImapFlow } from 'imapflow'
import { startDovecot, type Dovecot } from './dovecot.ts'

test('a seeded mailbox shows its messages over IMAP', async (t) => {
  const dovecot = await startDovecot({ t })
  await dovecot.seed(dovecot.userName(1), 12)

  const client = await signIn(dovecot, dovecot.userName(1), dovecot.password)
  const status = await client.status('INBOX', { messages: true, unseen: true })
  await client.logout()

  t.like(status, { messages: 12, unseen: 2 })
  t.is(await dovecot.logins(), 1)
})

test('whom the server admits is told without a connection', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const user = dovecot.userName(1)

  t.true(await dovecot.doveadm.admits(user, dovecot.password))
  t.false(await dovecot.doveadm.admits(user, 'wrong'))
  t.false(await dovecot.doveadm.admits('nobody@example.test', 'wrong'))
})

test('a delivered message is in the mailbox it was delivered to', async (t) => {
  const dovecot = await startDovecot({ t })
  const raw = 'Subject: hello\r\n\r\nbody\r\n'
  await dovecot.deliver(dovecot.userName(2), {
    mailbox: 'Sent',
    raw,
    flags: ['\\Seen', '\\Flagged'],
  })

  const client = await signIn(dovecot, dovecot.userName(2), dovecot.password)
  await client.mailboxOpen('Sent')
  const message = await client.fetchOne('1', { flags: true, envelope: true })
  await client.logout()

  if (!message) throw new Error('no message in Sent')
  t.is(message.envelope?.subject, 'hello')
  t.true(message.flags?.has('\\Flagged'))
  t.true(message.flags?.has('\\Seen'))
})

test('the master user signs in for an owner', async (t) => {
  const dovecot = await startDovecot({ t })

  const login = `${dovecot.userName(3)}*${dovecot.masterUser}`
  const client = await signIn(dovecot, login, dovecot.masterPassword)
  const mailboxes = await client.list()
  await client.logout()

  t.deepEqual(
    mailboxes
      .filter(({ subscribed }) => subscribed)
      .map(({ path }) => path)
      .sort(),
    ['Drafts', 'INBOX', 'Junk', 'Sent', 'Trash'],
  )
})

test('a killed server keeps its mail over a restart', async (t) => {
  const dovecot = await startDovecot({ t })
  await dovecot.seed(dovecot.userName(4), 3)

  await dovecot.kill()
  await dovecot.restart()
  const client = await signIn(dovecot, dovecot.userName(4), dovecot.password)
  const status = await client.status('INBOX', { messages: true })
  await client.logout()

  t.is(status === false ? undefined : status.messages, 3)
})

async function signIn(dovecot: Dovecot, user: string, pass: string): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: dovecot.host,
    port: dovecot.port,
    secure: false,
    auth: { user, pass },
    logger: false,
  })
  await client.connect()
  return client
}
