import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startScriptedImap, type Script } from '../support/imap/scripted-imap.ts'
import { lockDatabase } from '../support/database/lock.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { formA, formB, linesOnce, loggedScript } from '../support/postern/error-lines.ts'
import { startPostern, type Postern } from '../support/postern/postern.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'

// Section 7 of the specification, the rows that need a failing server: each through the whole gateway.

const USER = 'user0001@example.test'
const SIGN_IN = `POST ${loggedScript()}?login=1&post_login=38056176108366&_task=login&_action=login`

async function posternOver(t: ExecutionContext, port: number): Promise<Postern> {
  const postern = await startPostern({ t, config: { imap: { host: '127.0.0.1', port } } })
  return postern
}

async function posternOverScript(t: ExecutionContext, script: Script): Promise<Postern> {
  const { port } = await startScriptedImap(t, script)
  return posternOver(t, port)
}

for (const { reason, reply } of [
  {
    reason: 'Internal error occurred. Refer to server log for more information.',
    reply: (tag: string) =>
      `${tag} NO [UNAVAILABLE] Internal error occurred. Refer to server log for more information.\r\n`,
  },
  {
    reason: 'BYE Disconnected: Shutting down',
    reply: () => ({ cutAfter: '* BYE Disconnected: Shutting down\r\n' }),
  },
]) {
  test(`7 IMAP Error: AUTHENTICATE PLAIN: ${reason}`, async (t) => {
    const postern = await posternOverScript(t, {
      reply: ({ name, tag }) => (name === 'AUTHENTICATE' ? reply(tag) : undefined),
    })
    const client = createWebmailClient(postern.base())

    const response = await client.signIn(USER, 'right')

    t.is(response.status, 503, 'an outage is not a wrong password')
    t.regex(response.text, /does not answer/)
    const expected = formA(
      `IMAP Error: Login failed for ${USER} from 127.0.0.1. AUTHENTICATE PLAIN: ${reason}`,
      SIGN_IN,
    )
    const lines = await linesOnce(postern, expected)
    t.is(lines.filter((line) => expected.test(line)).length, 1, lines.join('\n'))
    t.is(lines.length, 1, lines.join('\n'))
  })
}

test('7 Unexpected condition from IMAP server: two Form B lines, and the page keeps its list', async (t) => {
  const postern = await posternOverScript(t, {
    reply: ({ name }) => (name === 'SELECT' || name === 'EXAMINE' ? { cutAfter: '' } : undefined),
  })
  const client = createWebmailClient(postern.base())
  await client.signIn(USER, 'right')

  const { env, exec } = await client.list('INBOX')

  t.false('messagecount' in env, 'an outage is not an empty mailbox')
  t.regex(exec, /^this\.display_message\("The mail server does not answer/)
  const condition = formB(
    'Unexpected condition from IMAP server, closed or corrupt connection to IMAP. Possible mailbox corruption.',
  )
  const warning = formB(
    'PHP Warning:  fclose() expects parameter 1 to be resource, null given in rcube_imap_generic.php',
  )
  const lines = await linesOnce(postern, warning)
  const at = lines.findIndex((line) => condition.test(line))
  t.regex(lines[at] ?? '', condition, lines.join('\n'))
  t.regex(lines[at + 1] ?? '', warning, 'the warning always follows')
})

test('7 DB Error [5] "database is locked" is logged with its SQL and met by no one', async (t) => {
  const dovecot = await startDovecot({ t, users: 2 })
  const postern = await posternOver(t, dovecot.port)
  const database = join(postern.directory, 'postern.db')
  const first = createWebmailClient(postern.base())
  await first.signIn(dovecot.userName(1), dovecot.password)
  const lock = await lockDatabase(database)
  t.teardown(() => lock.release())

  const client = createWebmailClient(postern.base())
  const response = await client.signIn(dovecot.userName(2), dovecot.password)
  const line = formA('DB Error: [5] database is locked (SQL Query: )', SIGN_IN)
  const lines = await linesOnce(postern, line)

  t.is(response.status, 302)
  t.true(
    lines.some((one) => line.test(one)),
    lines.join('\n'),
  )
  t.false(lines.join('\n').includes(dovecot.password))
})
