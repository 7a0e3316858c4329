import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { NATIVE_TYPE } from '../../../plugin/wire/native/types.ts'
import { fail2banFilter } from '../../../scripts/install/texts/host-files.ts'
import { rawImap } from '../../proxy/mail/raw-imap.ts'
import { databaseRows, eventually } from '../../support/database/rows.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern, type Postern } from '../../support/postern/postern.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'

const run = promisify(execFile)
const NATIVE = { accept: NATIVE_TYPE }

/** The addresses that fail2ban would ban for what stands in Postern's error log. */
async function banned({ directory, errorLog }: Postern): Promise<readonly string[]> {
  const filter = join(directory, 'fail2ban-postern.conf')
  await writeFile(filter, fail2banFilter())
  const { stdout } = await run('fail2ban-regex', ['--out=ip', errorLog, filter])
  return stdout.split('\n').filter((line) => line !== '')
}

async function openGateway(t: ExecutionContext, settings: string, maxConnectionsPerUser: number) {
  const dovecot = await startDovecot({ t, users: 1, maxConnectionsPerUser, settings })
  const postern = await startPostern({
    t,
    mail: dovecot,
    config: {
      imap: { limitWaitMs: 0 },
      signIn: { lockAfter: 2, delaysMs: [0] },
    },
  })
  return { dovecot, postern, user: dovecot.userName(1) }
}

test("the server's limit of connections is busy, and never a failed sign-in", async (t) => {
  const { dovecot, postern, user } = await openGateway(t, '', 1)
  const other = await rawImap(t, dovecot, user)
  const client = createWebmailClient(postern.base())

  for (let n = 0; n < 4; n += 1) {
    const { status, text } = await client.signIn(user, dovecot.password)
    t.is(status, 503)
    t.regex(text, /The mail server is busy/)
  }

  // The log is written when the answers have left.
  const log = await eventually(
    () => readFile(postern.errorLog, 'utf8').catch(() => ''),
    (text) => text.split('\n').length > 4,
  )
  t.is(log.match(/Maximum number of connections/g)?.length, 4)
  t.deepEqual(await banned(postern), [])
  other.close()
  // Until the server has noticed that the other one left.
  while ((await client.signIn(user, dovecot.password)).status === 503);
  t.is((await client.list('INBOX')).action, 'list')
  const [record] = await eventually(
    () => databaseRows(join(postern.directory, 'postern.db'), 'SELECT * FROM users'),
    (rows) => rows.length > 0,
  )
  t.is(record?.['failed_login'], null)
  t.is(record?.['failed_login_counter'], 0)
})

test('a wrong password is refused, counted and banned for as before', async (t) => {
  const { postern, user } = await openGateway(t, '', 10)
  const client = createWebmailClient(postern.base())

  const statuses: number[] = []
  for (let n = 0; n < 3; n += 1) statuses.push((await client.signIn(user, 'wrong')).status)

  t.deepEqual(statuses, [401, 401, 429])
  const addresses = await eventually(
    () => banned(postern),
    (found) => found.length > 1,
  )
  t.deepEqual(addresses, ['127.0.0.1', '127.0.0.1'])
})

test('a password that the panel handed over, and nobody typed, bans nobody', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const user = dovecot.userName(1)
  const cookie = 'robin%40example.test%3aAbCdEfGhIjKlMnOp'
  const credential = { user, password: 'of last year' }
  const session = { segment: '0228251236', cookie, subject: user, credential }
  const postern = await startPostern({
    t,
    mail: dovecot,
    config: { panel: { static: { open: false, sessions: [session] } } },
  })
  const client = createWebmailClient(postern.base(session.segment))
  client.cookies.set('webmailsession', cookie)

  const page = await client.get('')
  await client.post('?login=1&post_login=20261121025222', {})

  t.regex(page.text, /Login failed/)
  const log = await eventually(
    () => readFile(postern.errorLog, 'utf8').catch(() => ''),
    (text) => text.split('\n').length > 2,
  )
  t.is(log.match(/AUTHENTICATE PLAIN: of the password that the panel handed over/g)?.length, 2, log)
  t.deepEqual(await banned(postern), [])
})

test('a password that is changed while its owner is signed in many times bans nobody', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const user = dovecot.userName(1)
  const postern = await startPostern({ t, mail: dovecot })
  const clients = Array.from({ length: 6 }, () => createWebmailClient(postern.base()))
  for (const client of clients) await client.signIn(user, dovecot.password)
  await dovecot.changePassword('another-Pass.2')
  await dovecot.restart()

  for (const client of clients) {
    t.is((await client.get('?_task=mail&_action=list&_mbox=INBOX', NATIVE)).status, 401)
  }

  await eventually(
    () => readFile(postern.errorLog, 'utf8').catch(() => ''),
    (text) => text.split('Login failed for').length > clients.length,
  )
  t.deepEqual(await banned(postern), [])
})
