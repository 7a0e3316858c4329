import { failureOf } from '../../../../../plugin/response/failure.ts'
import test, { type ExecutionContext } from 'ava'
import { openEngine, patient, request } from '../../engine.ts'
import { startScriptedImap, type ScriptedReply } from '../../../../support/imap/scripted-imap.ts'

// What one response may be at most: a mail can make a server say much of it, and everybody else waits meanwhile.

const MIB = 1024 * 1024
const victim = { user: 'victim@example.test', password: 'secret', authorizationId: undefined }
const other = { ...victim, user: 'other@example.test' }

for (const [what, response] of [
  ['a literal of 4 GiB', '* 1 FETCH (UID 7 BODY[] {4294967295}\r\n'],
  ['a set of too many messages', '* ESEARCH UID ALL 1:4294967295\r\n'],
  ['numbers in no order', `* SEARCH${' 2 1'.repeat(200_000)}\r\n`],
] as const) {
  test(`${what} ends its connection with a fault of its own, and no one else's`, async (t) => {
    const warnings: object[] = []
    const { accounts, closedReports, hostile } = await openHostile(t, () => response, warnings)
    await accounts.account(other, '192.0.2.2').page(request(), patient)

    const page = accounts.account(victim, '192.0.2.1').page(request(), patient)
    const [outcome, otherPage] = await Promise.all([
      t.throwsAsync(page, { name: 'MailFault', code: 'response_too_large' }),
      accounts.account(other, '192.0.2.2').page(request(), patient),
    ])

    t.is(failureOf(outcome, '192.0.2.1', '').logged?.kind, 'IMAP')
    t.regex(outcome.message, /The mail server sent more than/)
    t.is(otherPage.total, 1)
    t.is(hostile(), 2, 'asked for the row, and once more for its header')
    t.is(closedReports(), 0, 'a connection that we ended is no corrupt mailbox')
    t.is(warnings.length, 2)
  })
}

const HEADER_ROW =
  '* 1 FETCH (UID 7 FLAGS () INTERNALDATE "01-Jan-2026 00:00:00 +0000" RFC822.SIZE 100 BODY[HEADER.FIELDS (SUBJECT)]<0> {18}\r\nSubject: hello\r\n\r\n)\r\n'

for (const [what, response] of [
  ['a line of nested lists', `* 1 FETCH (UID 7 BODYSTRUCTURE ${'('.repeat(4 * MIB)}\r\n`],
  ['a line of empty lists', `* 1 FETCH (UID 7 BODYSTRUCTURE ${'()'.repeat(2 * MIB)})\r\n`],
  ['a line of 17 MiB', `* 1 FETCH (UID 7 X ${'x'.repeat(17 * MIB)})\r\n`],
  ['a response code of nested lists', `* OK [X ${'('.repeat(4 * MIB)}] so\r\n`],
  ['two million empty literals', `* 1 FETCH (UID 7 X (${'{0}\r\n'.repeat(2 * MIB)}))\r\n`],
  ['a quoted string of 1 MiB', `* 1 FETCH (UID 7 X "${'\\"'.repeat(MIB / 2)}")\r\n`],
] as const) {
  test(`of ${what} the rest is passed by, and the row is read by its header`, async (t) => {
    const warnings: object[] = []
    const { accounts, hostile } = await openHostile(
      t,
      (line) => (line.includes('ENVELOPE') ? response : HEADER_ROW),
      warnings,
    )

    const page = await accounts.account(victim, '192.0.2.1').page(request(), patient)

    t.like(page.rows[0]?.summary, { subject: 'hello', isIncomplete: true })
    t.is(hostile(), 2)
    t.deepEqual(warnings, [])
  })
}

for (const [what, reply] of [
  ['a greeting', `* OK ${'x'.repeat(MIB)}\r\n`],
  ['a list of capabilities', `* OK [CAPABILITY ${'X '.repeat(MIB)}] ready\r\n`],
] as const) {
  test(`${what} of 1 MiB ends the sign-in`, async (t) => {
    const server = await startScriptedImap(t, { greeting: reply })
    const { accounts } = openEngine(t, server)

    await t.throwsAsync(accounts.signIn(victim, '192.0.2.1', patient), {
      name: 'MailFault',
      code: 'response_too_large',
    })
  })
}

test('a response that is read in slices is told in order and whole', async (t) => {
  // 7,000 parts of 19 values: the structure of an honest mail that has far too many attachments.
  const part =
    '("APPLICATION" "PDF" ("NAME" "a.pdf") NIL NIL "BASE64" 10 NIL ("ATTACHMENT" NIL) NIL NIL)'
  const row = [
    '* 1 FETCH (UID 7 FLAGS () INTERNALDATE "01-Jan-2026 00:00:00 +0000" RFC822.SIZE 100',
    ' ENVELOPE (NIL "hello" NIL NIL NIL NIL NIL NIL NIL NIL)',
    ` BODYSTRUCTURE (${part.repeat(7_000)} "MIXED")`,
    ' BODY[HEADER.FIELDS (X-PRIORITY)] {2}\r\n\r\n)\r\n* 1 FETCH (FLAGS (\\Seen))\r\n',
  ].join('')
  const server = await startScriptedImap(t, {
    reply: ({ tag, name, line }) =>
      name === 'UID FETCH' && line.includes('ENVELOPE') ? `${row}${tag} OK\r\n` : undefined,
  })
  const { accounts } = openEngine(t, server)

  const page = await accounts.account(victim, '192.0.2.1').page(request(), patient)

  t.is(page.rows[0]?.summary.subject, 'hello')
  t.true(page.rows[0]?.summary.hasAttachment)
})

/** One server for both: it says the response to the first who requests rows of the victim. */
async function openHostile(
  t: ExecutionContext,
  response: (line: string) => string,
  warnings: object[],
) {
  const victims = new Set<number>()
  let said = 0
  const server = await startScriptedImap(t, {
    reply: ({ name, line, tag }, connection): ScriptedReply | undefined => {
      if (name === 'PASSWORD') {
        if (Buffer.from(line, 'base64').toString().includes('victim')) victims.add(connection)
        return undefined
      }
      if (name === 'AUTHENTICATE' || name !== 'UID FETCH' || !victims.has(connection)) {
        return undefined
      }
      said += 1
      return `${response(line)}${tag} OK\r\n`
    },
  })
  const engine = openEngine(t, server, {
    log: { warn: (fields) => warnings.push(fields) },
  })
  return { ...engine, hostile: () => said }
}
