import test from 'ava'
import { createErrorLog, type ErrorLog } from '../../../plugin/log/error-log.ts'
import {
  databaseFailure,
  databaseRefused,
  imapClosed,
  imapLoginFailed,
  memoryExhausted,
  outsideRequest,
  requestCheckFailed,
} from '../../../plugin/log/lines.ts'

const NOW = Date.UTC(2026, 10, 21, 2, 52, 22)
const MOUNT = '/cpsess0228251236/3rdparty/roundcube/index.php'
/** As a line of the log has it. */
const LOGGED_MOUNT = '/cpsess0228xxxxxx/3rdparty/roundcube/index.php'
const refresh = {
  requestId: 'a39eb5f3',
  method: 'POST',
  pathAndQuery: `${MOUNT}?_task=mail&_action=refresh`,
}

function recordedLog(options: { zone?: string; requestIdBrackets?: boolean } = {}): {
  log: ErrorLog
  lines: string[]
} {
  const lines: string[] = []
  const log = createErrorLog({
    destination: { write: (line) => lines.push(line) },
    now: () => NOW,
    zone: 'UTC',
    requestIdBrackets: false,
    ...options,
  })
  return { log, lines }
}

// The table of specification 7, row by row.

test('a locked database is logged with its code and SQL text', (t) => {
  const { log, lines } = recordedLog()

  log.formA({
    ...databaseRefused('5', 'database is locked', 'UPDATE session SET vars = ? WHERE sess_id = ?'),
    ...refresh,
  })

  t.deepEqual(lines, [
    `[21-Nov-2026 02:52:22 +0000]: a39eb5f3 DB Error: [5] database is locked (SQL Query: UPDATE session SET vars = ? WHERE sess_id = ?) (POST ${LOGGED_MOUNT}?_task=mail&_action=refresh)\n`,
  ])
})

test('a locked database logged again for the request has no query text', (t) => {
  const { log, lines } = recordedLog()

  log.formA({ ...databaseRefused('5', 'database is locked'), ...refresh })

  t.true(lines[0]?.includes(' DB Error: [5] database is locked (SQL Query: ) (POST '))
})

test('a database failure without detail has empty code and empty query text', (t) => {
  const { log, lines } = recordedLog()

  log.formA({ ...databaseFailure(), ...refresh })

  t.true(
    lines[0]?.startsWith('[21-Nov-2026 02:52:22 +0000]: a39eb5f3 DB Error: [] (SQL Query: ) ('),
  )
})

for (const reason of [
  'Authentication failed.',
  'Internal error occurred. Refer to server log for more information.',
  'BYE Disconnected: Shutting down',
]) {
  test(`a failed IMAP sign-in is logged with user, address and reason: ${reason}`, (t) => {
    const { log, lines } = recordedLog()

    log.formA({
      ...imapLoginFailed('anna@example.test', '192.0.2.7', reason),
      requestId: '0000beef',
      method: 'POST',
      pathAndQuery: `${MOUNT}?login=1&post_login=20261121025222`,
    })

    t.deepEqual(lines, [
      `[21-Nov-2026 02:52:22 +0000]: 0000beef IMAP Error: Login failed for anna@example.test from 192.0.2.7. AUTHENTICATE PLAIN: ${reason} (POST ${LOGGED_MOUNT}?login=1&post_login=20261121025222)\n`,
    ])
  })
}

test('a closed IMAP connection is two Form B lines, the warning right after the condition', (t) => {
  const { log, lines } = recordedLog()

  for (const line of imapClosed()) log.formB(line)

  t.deepEqual(lines, [
    '[21-Nov-2026 02:52:22 UTC] Unexpected condition from IMAP server, closed or corrupt connection to IMAP. Possible mailbox corruption.\n',
    '[21-Nov-2026 02:52:22 UTC] PHP Warning:  fclose() expects parameter 1 to be resource, null given in rcube_imap_generic.php\n',
  ])
})

test('an exhausted memory limit is a Form B line with both sizes', (t) => {
  const { log, lines } = recordedLog()

  log.formB(memoryExhausted(536_870_912, 90_112))

  t.deepEqual(lines, [
    '[21-Nov-2026 02:52:22 UTC] PHP Fatal error:  Allowed memory size of 536870912 bytes exhausted (tried to allocate 90112 bytes)\n',
  ])
})

test('a failed request-token check is a Form A line of kind PHP', (t) => {
  const { log, lines } = recordedLog()

  log.formA({ ...requestCheckFailed(), ...refresh })

  t.deepEqual(lines, [
    `[21-Nov-2026 02:52:22 +0000]: a39eb5f3 PHP Error: Request security check failed (POST ${LOGGED_MOUNT}?_task=mail&_action=refresh)\n`,
  ])
})

// What the two forms have in common.

test('a fault outside any request takes Form B and keeps its kind', (t) => {
  const { log, lines } = recordedLog()

  log.formB(outsideRequest(databaseRefused('5', 'database is locked', 'DELETE FROM session')))

  t.deepEqual(lines, [
    '[21-Nov-2026 02:52:22 UTC] DB Error: [5] database is locked (SQL Query: DELETE FROM session)\n',
  ])
})

test('Form A has the numeric offset and Form B the name of another zone', (t) => {
  const { log, lines } = recordedLog({ zone: 'Asia/Kolkata' })

  log.formA({ ...requestCheckFailed(), ...refresh })
  log.formB({ message: 'x' })

  t.true(lines[0]?.startsWith('[21-Nov-2026 08:22:22 +0530]: '))
  t.is(lines[1], '[21-Nov-2026 08:22:22 Asia/Kolkata] x\n')
})

test('the request id is in angle brackets where the setting says so', (t) => {
  const { log, lines } = recordedLog({ requestIdBrackets: true })

  log.formA({ ...requestCheckFailed(), ...refresh })

  t.true(lines[0]?.includes(' +0000]: <a39eb5f3> PHP Error: '))
})

test('redaction hides the end of the segment and the token, and nothing else', (t) => {
  const { log, lines } = recordedLog()

  log.formA({
    ...requestCheckFailed(),
    requestId: 'a39eb5f3',
    method: 'GET',
    pathAndQuery: `${MOUNT}?_task=mail&_action=get&%5Ftoken=secret&_token=secret&_part=2`,
  })

  t.true(
    lines[0]?.endsWith(
      `(GET ${LOGGED_MOUNT}?_task=mail&_action=get&%5Ftoken=***&_token=***&_part=2)\n`,
    ),
  )
})

const hostileNames = [
  'anna\r\n[21-Nov-2026 00:00:00 +0000]: deadbeef IMAP Error: Login failed for x from 198.51.100.9. ',
  'anna\u2028second line',
  'anna\u0000\u0007\u009b31m',
  'anna\u007f',
  `anna${'a'.repeat(5_000)}`,
  'anna from 198.51.100.7. AUTHENTICATE PLAIN: x (POST /y)',
  'anna\ud800',
]

// The filter shipped for fail2ban: greedy up to the last address, nothing but a blank-free URI behind it.
const filter =
  /^\[[^\]]*\]: <?[0-9a-f]{8}>? IMAP Error: Login failed for .* from (\S+)\. AUTHENTICATE PLAIN: [^()]* \([A-Z]+ \S+\)$/

for (const [index, name] of hostileNames.entries()) {
  test(`hostile user name ${index} stays one printable line and hides no address`, (t) => {
    const { log, lines } = recordedLog()

    log.formA({
      ...imapLoginFailed(name, '203.0.113.5', 'Authentication failed.'),
      requestId: 'a39eb5f3',
      method: 'POST',
      pathAndQuery: `${MOUNT}?x= from 198.51.100.8. AUTHENTICATE PLAIN: y`,
    })

    const line = lines[0]?.slice(0, -1) ?? ''
    t.notRegex(line, /[\p{Cc}\p{Cs}\u2028\u2029]/u)
    t.is(filter.exec(line)?.[1], '203.0.113.5')
    t.true(line.length < 900)
  })
}
