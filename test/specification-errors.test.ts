import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startScriptedImap, type Script } from './mail/scripted-imap.ts'
import { lockDatabase } from './support/database-lock.ts'
import { eventually } from './support/database-rows.ts'
import { startDovecot } from './support/dovecot.ts'
import { startPostern, type Postern } from './support/postern.ts'
import { createWebmailClient } from './support/webmail-client.ts'

// Section 7 of the specification, the rows that need a failing server: each through the whole gateway.

const USER = 'user0001@example.test'
const FORM_A = String.raw`^\[\d\d-\w{3}-\d{4} \d\d:\d\d:\d\d [+-]\d{4}\]: [0-9a-f]{8} `
const FORM_B = String.raw`^\[\d\d-\w{3}-\d{4} \d\d:\d\d:\d\d [A-Za-z/_]+\] `

async function posternOver(t: ExecutionContext, port: number): Promise<Postern> {
  const postern = await startPostern({ config: { imap: { host: '127.0.0.1', port } } })
  t.teardown(async () => {
    await postern.stop()
  })
  return postern
}

async function posternOverScript(t: ExecutionContext, script: Script): Promise<Postern> {
  const { port } = await startScriptedImap(t, script)
  return posternOver(t, port)
}

async function logLine(postern: Postern, pattern: RegExp): Promise<string> {
  const isIt = (line: string) => pattern.test(line)
  const lines = await eventually(
    async () => (await readFile(postern.errorLog, 'utf8').catch(() => '')).split('\n'),
    (found) => found.some(isIt),
  )
  return lines.find(isIt) ?? ''
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

    const answer = await client.signIn(USER, 'right')

    t.is(answer.status, 503, 'an outage is not a wrong password')
    t.regex(answer.text, /does not answer/)
    const expected = `IMAP Error: Login failed for ${USER} from 127.0.0.1. AUTHENTICATE PLAIN: ${reason} (POST `
    const line = await logLine(postern, /IMAP Error/)
    t.regex(line, new RegExp(FORM_A))
    t.true(line.includes(expected), line)
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
  t.regex(
    await logLine(postern, /Unexpected condition/),
    new RegExp(
      `${FORM_B}Unexpected condition from IMAP server, closed or corrupt connection to IMAP\\. Possible mailbox corruption\\.$`,
    ),
  )
  t.regex(
    await logLine(postern, /Warning/),
    new RegExp(`${FORM_B}.*expects parameter 1 to be resource, null given`),
  )
})

test('7 DB Error [5] "database is locked" is logged with its SQL and met by nobody', async (t) => {
  const dovecot = await startDovecot({ users: 2 })
  t.teardown(() => dovecot.stop())
  const postern = await posternOver(t, dovecot.port)
  const database = join(postern.directory, 'postern.db')
  const first = createWebmailClient(postern.base())
  await first.signIn(dovecot.userName(1), dovecot.password)
  const lock = await lockDatabase(database)
  t.teardown(() => lock.release())

  const client = createWebmailClient(postern.base())
  const answer = await client.signIn(dovecot.userName(2), dovecot.password)
  const line = await logLine(postern, /database is locked/)

  t.is(answer.status, 302)
  t.regex(line, /DB Error: \[5\] database is locked \(SQL Query: .*session.*\)/)
  t.false(line.includes(dovecot.password))
})
