import { readFile } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../support/database/rows.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { WAIT_LIMIT_MS } from '../support/process/wait-limit.ts'
import { startPostern, type Postern } from '../support/postern/postern.ts'
import { startSmtpSink } from '../support/smtp/sink.ts'
import { actionInputs } from '../support/http/action-inputs.ts'
import { sendAction } from '../support/http/native-actions.ts'
import { startTcpRelay } from '../support/http/tcp-relay.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'

let mailServer: Promise<Dovecot> | undefined
test.after.always(async () => {
  await (await mailServer)?.stop()
})

test('a mail server that accepts and says nothing is told to who signs in', async (t) => {
  const { imap, client, owner, postern } = await openGateway(t)

  imap.hang()
  const response = await withinWaitLimit(client.submitSignIn(owner.user, owner.password))

  t.is(response.status, 504)
  t.regex(response.text, /The mail server took too long to answer/)
  const lines = await linesOf(postern, (found) => found.length > 0)
  t.is(lines.length, 1)
  t.regex(lines[0] ?? '', /^\[[^\]]+\]: [0-9a-f]{8} IMAP Error: Login failed for /)
})

test('a mail server that falls silent is told to everybody who waits, also behind others', async (t) => {
  const { imap, client, owner, postern } = await openGateway(t)
  await client.signIn(owner.user, owner.password)
  await client.list('INBOX')

  imap.hang()
  const responses = await withinWaitLimit(
    Promise.all([
      ...(['list', 'show', 'get', 'viewsource', 'compose'] as const).map((name) =>
        sendAction(client, name, actionInputs()[name]),
      ),
      sendAction(client, 'refresh', { list: { mailbox: 'INBOX' }, isCounting: false }),
      sendAction(client, 'mark', { mailbox: 'INBOX', uids: [1], flag: 'flagged' }),
      sendAction(client, 'send', { ...LETTER, isDraft: true }),
    ]),
  )

  for (const { status, text } of responses) {
    t.is(status, 504)
    t.regex(text, /"code":"mail_timeout"/)
  }
  const ids = responses.map(({ text }) => requestIdOf(text)).toSorted()
  const lines = await linesOf(postern, (found) => found.length >= ids.length)
  t.deepEqual(lines.map((line) => / ([0-9a-f]{8}) IMAP Error: /.exec(line)?.[1]).toSorted(), ids)
})

test('a mail server that falls silent while a folder is opened is told to who waits for its list', async (t) => {
  const { imap, client, owner } = await openGateway(t)
  await client.signIn(owner.user, owner.password)
  await client.list('INBOX')

  imap.hang()
  const { status, text } = await withinWaitLimit(sendAction(client, 'list', { mailbox: 'Sent' }))

  t.is(status, 504)
  t.regex(text, /"code":"mail_timeout"/)
})

for (const [when, sizeOfResponse] of [
  ['accepts and says nothing', 0],
  ['falls silent after its greeting', 1],
] as const) {
  test(`a submission server that ${when} is told, and the message was not sent`, async (t) => {
    const { smtp, sink, client, owner, postern } = await openGateway(t, {
      smtpResponses: sizeOfResponse,
    })
    await client.signIn(owner.user, owner.password)

    const { status, text } = await withinWaitLimit(sendAction(client, 'send', LETTER))

    t.is(status, 504)
    t.regex(text, /"code":"mail_timeout"/)
    const open = async () => smtp.connections
    t.is(await eventually(open, (count) => count === 0), 0)
    t.is(sink.messages.length, 0)
    const lines = await linesOf(postern, (found) => found.length > 0)
    t.is(lines.length, 1)
    t.true(lines[0]?.includes(`${requestIdOf(text)} SMTP Error: `), lines[0])
  })
}

const LETTER = {
  to: 'somebody@example.test',
  subject: 'Hello',
  text: 'Hello',
  composeId: '0123456789abcdef',
} as const

let owners = 0

/** Only the limit of what is told is short: nothing else ends these waits within the test's limit. */
async function openGateway(
  t: ExecutionContext,
  { smtpResponses }: { readonly smtpResponses?: number } = {},
) {
  const dovecot = await (mailServer ??= startDovecot({ users: 10 }))
  owners += 1
  const owner = { user: dovecot.userName(owners), password: dovecot.password }
  await dovecot.seed(owner.user, 2)
  const sink = await startSmtpSink({ t })
  const imap = await startTcpRelay(t, dovecot)
  const smtp = await startTcpRelay(t, {
    ...sink,
    ...(smtpResponses === undefined ? {} : { hangAfterResponses: smtpResponses }),
  })
  const limits = { responseMs: 1_000 }
  const postern = await startPostern({
    t,
    mail: imap,
    submission: smtp,
    config: {
      tuning: {
        imap: { commandTimeoutMs: 600_000, ...limits },
        smtp: { timeoutMs: 600_000, ...limits },
      },
    },
  })
  return { imap, smtp, sink, owner, postern, client: createWebmailClient(postern.base()) }
}

/** The lines of the error log, once there are as many as are waited for. */
async function linesOf(
  { errorLog }: Postern,
  isEnough: (lines: readonly string[]) => boolean,
): Promise<readonly string[]> {
  const read = async () => {
    const text = await readFile(errorLog, 'utf8').catch(() => '')
    return text.split('\n').filter((line) => line !== '')
  }
  return eventually(read, isEnough)
}

function requestIdOf(text: string): string {
  return /"requestId":"([0-9a-f]{8})"/.exec(text)?.[1] ?? ''
}

/** The outcome, or a failure where only a longer limit would have ended the wait. */
async function withinWaitLimit<Outcome>(work: Promise<Outcome>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('nobody was told')), WAIT_LIMIT_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
