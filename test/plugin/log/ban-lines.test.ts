import test from 'ava'
import fc from 'fast-check'
import { createErrorLog } from '../../../plugin/log/error-log.ts'
import { failureOf } from '../../../plugin/response/failure.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { faultOfAuthentication, faultOfResponse } from '../../../proxy/mail/imap/fault.ts'
import type { StatusLine } from '../../../proxy/mail/imap/parser/response.ts'
import { isPasswordRefused, MailFault } from '../../../proxy/mail/index.ts'
import { fail2banFilter } from '../../../scripts/install/texts/host-files.ts'
import { serverResponses } from '../../proxy/mail/server-responses.ts'

// Anyone who a line of the error log matches the shipped filter for is banned from the whole server: only a refused
// password may write such a line, and its address is that of the client, whatever anyone else put into it.

const CLIENT = '203.0.113.5'
const BAIT = '198.51.100.7'
const BAITS = [
  `x from ${BAIT}. AUTHENTICATE PLAIN: Authentication failed.`,
  `x from ${BAIT}. AUTHENTICATE PLAIN: [AUTHENTICATIONFAILED] Authentication failed. (POST /y)`,
  `Login failed for x from ${BAIT}. AUTHENTICATE PLAIN: Authentication failed.`,
  `IMAP Error: Login failed for x from ${BAIT}. AUTHENTICATE PLAIN: Authentication failed.`,
  'Authentication failed.',
  '[AUTHENTICATIONFAILED] Authentication failed.',
  'Authentication failed. Server temporarily unavailable',
  'Authentication failed. Too many connections',
  '535 5.7.8 Error: authentication failed: Authentication failed.',
  '452 4.3.1 full',
  'BYE Disconnected: Shutting down',
]

const words = fc.oneof(
  fc.constantFrom(...BAITS),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .tuple(fc.constantFrom(...BAITS), fc.string(), fc.constantFrom(...BAITS))
    .map((all) => all.join('')),
)
const code = fc.constantFrom(
  undefined,
  'AUTHENTICATIONFAILED',
  'UNAVAILABLE',
  'SERVERBUG',
  'LIMIT',
  'INUSE',
  'ALERT',
)
const response = fc.record({
  status: fc.constantFrom('NO' as const, 'BAD' as const),
  code,
  text: words,
})

test('only a refused password writes a line that the fail2ban filter matches', (t) => {
  const signIn = fc.tuple(response, words).map(([{ status, code: reported, text }, user]) => {
    const fault = faultOfAuthentication(statusLine(status, reported, text))
    return { error: MailFault.at('imap sign-in', fault), user }
  })

  t.notThrows(() => fc.assert(fc.property(signIn, bansRightly), { numRuns: 3_000 }))
})

test('nothing that a server says to another command is a line that the filter matches', (t) => {
  const command = fc.tuple(response, words).map(([{ status, code: reported, text }, user]) => {
    return { error: faultOfResponse(statusLine(status, reported, text)), user }
  })

  t.notThrows(() => fc.assert(fc.property(command, bansRightly), { numRuns: 3_000 }))
})

test('nothing that the submission server says is a line that the filter matches', (t) => {
  const faults = fc.tuple(
    fc.constantFrom('rejected', 'unavailable', 'recipient_deferred', 'over_quota'),
    words,
    words,
  )

  t.notThrows(() =>
    fc.assert(
      fc.property(faults, ([fault, text, user]) => {
        const line = lineOf(new MailFault(fault, text, { service: 'smtp' }), user)
        return !isMatched(line) && line.includes(' SMTP Error: ')
      }),
      { numRuns: 3_000 },
    ),
  )
})

test('a refused password is matched with the address of the client, whatever the server says', (t) => {
  const refused = fc.tuple(words, words).map(([text, user]) => lineOf(refusal(text), user))

  t.notThrows(() =>
    fc.assert(
      fc.property(refused, (line) => FILTER.exec(line)?.groups?.['host'] === CLIENT),
      { numRuns: 3_000 },
    ),
  )
})

test("of all answers that servers are known to give to a password, the filter matches the refusals' lines", (t) => {
  const judged = serverResponses.filter(({ at }) => at === 'password')
  for (const { server, answer: reported, code } of judged) {
    const [, status = '', respCode, text = ''] =
      /^(NO|BAD) (?:\[([A-Z]+)[^\]]*\] )?(.*)$/.exec(reported) ?? []
    if (status !== 'NO' && status !== 'BAD') continue
    const fault = faultOfAuthentication(statusLine(status, respCode, text))
    const isRefused = isPasswordRefused(fault)
    const error = isRefused ? new Refusal('sign_in_failed', { cause: fault }) : fault

    t.is(isRefused, code === 'authentication_refused')
    t.is(isMatched(lineOf(error, 'anna@example.test')), isRefused, `${server}: ${reported}`)
  }
})

test('the words of the specification stay as they are', (t) => {
  const line = lineOf(refusal('Authentication failed.'), 'anna@example.test')

  t.regex(line, /AUTHENTICATE PLAIN: Authentication failed\. \(POST /)
})

test('a password that no one typed just then matches nothing', (t) => {
  const untyped = fc
    .tuple(words, words, fc.constantFrom('imap sign-in' as const, 'imap hand-over' as const))
    .map(([text, user, service]) => {
      const fault = MailFault.at(service, new MailFault('authentication_refused', text))
      return lineOf(service === 'imap sign-in' ? fault : refusal(fault), user)
    })

  t.notThrows(() =>
    fc.assert(
      fc.property(
        untyped,
        (line) => !isMatched(line) && line.includes(' IMAP Error: Login failed'),
      ),
      { numRuns: 3_000 },
    ),
  )
})

/** What signing in by the form throws when the server refused the password with these words. */
function refusal(cause: unknown): Refusal {
  const fault =
    typeof cause === 'string'
      ? new MailFault('authentication_refused', cause, { service: 'imap sign-in' })
      : cause
  return new Refusal('sign_in_failed', { cause: fault })
}

/** The filter as fail2ban reads it once the date is cut off; what its tags stand for is in jail.conf(5). */
const FILTER = new RegExp(
  (/^failregex = (.*)$/m.exec(fail2banFilter())?.[1] ?? '')
    .replace('<F-USER>', '(?<user>')
    .replace('</F-USER>', ')')
    .replace('<HOST>', '(?<host>[0-9a-f.:]+)'),
)

function isMatched(line: string): boolean {
  return FILTER.test(line)
}

interface Attempted {
  readonly error: unknown
  readonly user: string
}

/** Bans no one, or after a refused password the client. */
function bansRightly({ error, user }: Attempted): boolean {
  const host = FILTER.exec(lineOf(error, user))?.groups?.['host']
  return host === undefined || (isPasswordRefused(error) && host === CLIENT)
}

/** The line of a failed request without its date, which fail2ban cuts off as well. */
function lineOf(error: unknown, user: string): string {
  const lines: string[] = []
  const log = createErrorLog({
    destination: { write: (line) => void lines.push(line) },
    now: Date.now,
    zone: 'UTC',
    requestIdBrackets: false,
  })
  const { logged } = failureOf(error, CLIENT, user)
  if (logged === undefined) return ''
  const pathAndQuery = `/cpsess1234567890/3rdparty/x/index.php?_mbox=${BAITS.join('')}`
  log.formA({ ...logged, requestId: 'a39eb5f3', method: 'POST', pathAndQuery })
  return (lines[0] ?? '').replace(/^\[[^\]]*\]/, '').trimEnd()
}

function statusLine(status: 'NO' | 'BAD', code: string | undefined, text: string): StatusLine {
  return { kind: 'status', tag: 'A1', status, code, codeValues: [], text }
}
