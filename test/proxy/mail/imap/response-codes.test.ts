import test from 'ava'
import { failureOf } from '../../../../plugin/response/failure.ts'
import type { RefusalCode } from '../../../../plugin/http/refusal.ts'
import { renderNativeError } from '../../../../plugin/wire/native/error.ts'
import type { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { responseCodes } from '../../../../proxy/mail/imap/response-codes.ts'
import { openEngine, patient, request } from '../engine.ts'
import { startScriptedImap } from '../../../support/imap/scripted-imap.ts'

// Every response code of RFC 3501, RFC 5530 and RFC 9051, as the response to a command and to the sign-in:
// what the user is told, whether the error log has a line, and whether the page tries again automatically.

type Line = 'logged' | 'everyday'
type Row = readonly [reported: RefusalCode, line: Line, isTriedAgain: boolean]

const unavailable: Row = ['mail_unavailable', 'logged', true]
const refusedPassword: Row = ['not_signed_in', 'logged', false]
const busy: Row = ['mail_busy', 'logged', true]
const refused: Row = ['mail_refused', 'logged', false]
const notAllowed: Row = ['mailbox_refused', 'logged', false]
const notUnderstood: Row = ['mail_not_understood', 'logged', false]
const noMailbox: Row = ['mailbox_not_found', 'everyday', false]
const unreadable: Row = ['message_unreadable', 'logged', false]

/** The response to a command; the second row is for the response to the sign-in where that differs. */
const table: Readonly<Record<keyof typeof responseCodes, readonly [command: Row, signIn?: Row]>> = {
  UNAVAILABLE: [unavailable],
  AUTHENTICATIONFAILED: [refusedPassword],
  AUTHORIZATIONFAILED: [refusedPassword],
  EXPIRED: [refusedPassword],
  PRIVACYREQUIRED: [unavailable],
  CONTACTADMIN: [refused, refusedPassword],
  NOPERM: [notAllowed],
  INUSE: [unavailable],
  EXPUNGEISSUED: [['message_not_found', 'everyday', false]],
  CORRUPTION: [['mailbox_damaged', 'logged', false], unavailable],
  SERVERBUG: [unavailable],
  CLIENTBUG: [notUnderstood],
  CANNOT: [notAllowed],
  LIMIT: [busy],
  OVERQUOTA: [['over_quota', 'logged', false]],
  ALREADYEXISTS: [['mailbox_exists', 'everyday', false]],
  NONEXISTENT: [noMailbox],
  TRYCREATE: [noMailbox],
  BADCHARSET: [notUnderstood],
  PARSE: [unreadable],
  'READ-ONLY': [notAllowed],
  ALERT: [refused, refusedPassword],
  CAPABILITY: [refused, refusedPassword],
  PERMANENTFLAGS: [refused, refusedPassword],
  'READ-WRITE': [refused, refusedPassword],
  UIDNEXT: [refused, refusedPassword],
  UIDVALIDITY: [refused, refusedPassword],
  UNSEEN: [refused, refusedPassword],
  'UNKNOWN-CTE': [unreadable],
  HASCHILDREN: [notAllowed],
  UIDNOTSTICKY: [refused, refusedPassword],
  NOTSAVED: [refused, refusedPassword],
  APPENDUID: [refused, refusedPassword],
  COPYUID: [refused, refusedPassword],
  CLOSED: [refused, refusedPassword],
}

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

for (const [code, [atCommand, atSignIn = atCommand]] of Object.entries(table)) {
  test(`NO [${code}] to a command is told as ${atCommand[0]}`, async (t) => {
    const server = await startScriptedImap(t, {
      reply: ({ name, tag }) => (name === 'SELECT' ? `${tag} NO [${code}] So\r\n` : undefined),
    })
    const { accounts } = openEngine(t, server, { limitWaitMs: 0 })

    const page = accounts.account(someone, '192.0.2.1').page(request(), patient)
    const fault = await t.throwsAsync<MailFault>(page, { name: 'MailFault' })

    t.deepEqual(rowOf(fault), atCommand)
    t.is(lineOf(fault), atCommand[1] === 'logged' ? 'IMAP Error: So' : undefined)
  })

  test(`NO [${code}] to the sign-in is told as ${atSignIn[0]}`, async (t) => {
    const server = await startScriptedImap(t, {
      reply: ({ name, tag }) => (name === 'PASSWORD' ? `${tag} NO [${code}] So\r\n` : undefined),
    })
    const { accounts } = openEngine(t, server, { limitWaitMs: 0 })

    const signIn = accounts.signIn(someone, '192.0.2.1', patient)
    const fault = await t.throwsAsync<MailFault>(signIn, { name: 'MailFault' })

    t.deepEqual(rowOf(fault), atSignIn)
    // What `signIn` of plugin/sign-in makes of a refused password is a line of its own (test/plugin/log/ban-lines.test.ts).
    const words = atSignIn[0] === 'not_signed_in' ? 'of the password of a session: So' : 'So'
    const line = `IMAP Error: Login failed for ${someone.user} from 192.0.2.1. AUTHENTICATE PLAIN: ${words}`
    t.is(lineOf(fault), atSignIn[1] === 'logged' ? line : undefined)
  })
}

for (const [response, reported] of [
  ['NO So', 'mail_refused'],
  ['BAD So', 'mail_not_understood'],
] as const) {
  for (const command of ['SELECT', 'LIST', 'NOOP', 'UID SEARCH', 'UID FETCH', 'STATUS']) {
    test(`${response} to ${command} is told as ${reported}, and no refused sign-in or message`, async (t) => {
      const server = await startScriptedImap(t, {
        reply: ({ name, tag }) => (name === command ? `${tag} ${response}\r\n` : undefined),
      })
      const { accounts } = openEngine(t, server)
      const account = accounts.account(someone, '192.0.2.1')

      const fault = await t.throwsAsync<MailFault>(
        (async () => {
          await account.counts(patient)
          await account.page(request(), patient)
          await account.page(request(), patient)
          await account.message('INBOX', 7, patient)
        })(),
        { name: 'MailFault' },
      )

      t.is(rowOf(fault)[0], reported)
      t.is(lineOf(fault), 'IMAP Error: So')
    })
  }
}

test('a message that the server fails to read is not told as one that is missing', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name, tag }) =>
      name === 'UID FETCH' ? `${tag} NO [SERVERBUG] Internal error occurred\r\n` : undefined,
  })
  const { accounts } = openEngine(t, server)

  const message = accounts.account(someone, '192.0.2.1').message('INBOX', 7, patient)

  await t.throwsAsync(message, { name: 'MailFault', code: 'unavailable' })
})

for (const response of ['NO [EXPUNGEISSUED] Some are gone', 'NO Some messages no longer exist']) {
  test(`"${response}" to a FETCH of a message means that it is missing`, async (t) => {
    const server = await startScriptedImap(t, {
      reply: ({ name, tag }) => (name === 'UID FETCH' ? `${tag} ${response}\r\n` : undefined),
    })
    const { accounts } = openEngine(t, server)

    const message = accounts.account(someone, '192.0.2.1').message('INBOX', 7, patient)

    await t.throwsAsync(message, { name: 'MailFault', code: 'message_not_found' })
  })
}

test('BAD to the sign-in is no wrong password', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name, tag }) => (name === 'PASSWORD' ? `${tag} BAD So\r\n` : undefined),
  })
  const { accounts } = openEngine(t, server)

  const signIn = accounts.signIn(someone, '192.0.2.1', patient)

  await t.throwsAsync(signIn, { name: 'MailFault', code: 'not_understood' })
})

function failureFor(fault: MailFault) {
  return failureOf(fault, '192.0.2.1', someone.user)
}

function rowOf(fault: MailFault): Row {
  const { refusal, logged } = failureFor(fault)
  const body: unknown = JSON.parse(renderNativeError(refusal, 'a39eb5f3').body)
  const isTriedAgain = typeof body === 'object' && body !== null && 'retry' in body && body.retry
  return [refusal.code, logged === undefined ? 'everyday' : 'logged', isTriedAgain === true]
}

function lineOf(fault: MailFault): string | undefined {
  const { logged } = failureFor(fault)
  return logged === undefined ? undefined : `${logged.kind} Error: ${logged.message}`
}
