import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { createErrorLog } from '../../../../plugin/log/error-log.ts'
import {
  databaseRefused,
  imapLoginFailed,
  requestCheckFailed,
  type RequestFault,
} from '../../../../plugin/log/lines.ts'
import { layoutAt } from '../../../../scripts/install/machine/layout.ts'
import { fail2banFilter, fail2banJail } from '../../../../scripts/install/texts/host-files.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

const run = promisify(execFile)
const refused = '[AUTHENTICATIONFAILED] Authentication failed.'

test('a refused password names its address', async (t) => {
  const found = await addressesFound(t, [
    imapLoginFailed('anna@example.test', '203.0.113.9', refused),
  ])

  t.deepEqual(found, ['203.0.113.9'])
})

test('the words of a server without a response code are matched as well', async (t) => {
  const found = await addressesFound(t, [
    imapLoginFailed('anna@example.test', '203.0.113.9', 'Authentication failed.'),
  ])

  t.deepEqual(found, ['203.0.113.9'])
})

test('a request id in brackets makes no difference', async (t) => {
  const faults = [imapLoginFailed('anna@example.test', '203.0.113.9', refused)]

  const found = await addressesFound(t, faults, { requestIdBrackets: true })

  t.deepEqual(found, ['203.0.113.9'])
})

test('an IPv6 address is found', async (t) => {
  const found = await addressesFound(t, [
    imapLoginFailed('anna@example.test', '2001:db8::7', refused),
  ])

  t.deepEqual(found, ['2001:db8::7'])
})

const hostileNames = [
  'x from 198.51.100.7. AUTHENTICATE PLAIN: Authentication failed. (POST /y)',
  'x from 198.51.100.7. AUTHENTICATE PLAIN: [AUTHENTICATIONFAILED] Authentication failed. (POST /y) y',
  'x\n[21-Nov-2026 02:52:22 +0000]: a39eb5f3 IMAP Error: Login failed for y from 198.51.100.7. AUTHENTICATE PLAIN: Authentication failed. (POST /y)',
  'x\r\n\u2028 from 198.51.100.7.',
  '[198.51.100.7]',
  ' from 198.51.100.7',
  '<HOST> %(ip)s $(reboot) `reboot`',
  '.*'.repeat(200),
]

test('hostile user names ban no one but those who sent them', async (t) => {
  const senders = hostileNames.map((_, index) => `203.0.113.${index + 1}`)

  const found = await addressesFound(
    t,
    hostileNames.map((name, index) => imapLoginFailed(name, senders[index] ?? '', refused)),
  )

  t.deepEqual(found, senders)
})

test('a hostile path bans no one else', async (t) => {
  const pathAndQuery =
    '/cpsess1/3rdparty/postern/index.php?a= from 198.51.100.7. AUTHENTICATE PLAIN: Authentication failed. (GET /)'

  const found = await addressesFound(t, [imapLoginFailed('anna', '203.0.113.9', refused)], {
    pathAndQuery,
  })

  t.deepEqual(found, ['203.0.113.9'])
})

test('a mail server that is down or confused bans no one', async (t) => {
  const found = await addressesFound(t, [
    imapLoginFailed('anna', '203.0.113.9', 'BYE Disconnected: Shutting down'),
    imapLoginFailed(
      'anna',
      '203.0.113.9',
      'Internal error occurred. Refer to server log for more information.',
    ),
    imapLoginFailed('anna', '203.0.113.9', '[UNAVAILABLE] Temporary authentication failure.'),
  ])

  t.deepEqual(found, [])
})

test('other failures ban no one', async (t) => {
  const found = await addressesFound(t, [
    requestCheckFailed(),
    databaseRefused('5', 'database is locked', 'SELECT 1'),
  ])

  t.deepEqual(found, [])
})

test('the jail names the filter and the error log', async (t) => {
  const layout = layoutAt('')

  const jail = fail2banJail(layout)

  t.regex(jail, /^\[postern\]$/m)
  t.regex(jail, /^filter = postern$/m)
  t.true(jail.includes(`logpath = ${layout.errorLog}\n`))
})

interface LogStyle {
  readonly pathAndQuery: string
  readonly requestIdBrackets: boolean
}

const plainStyle: LogStyle = {
  pathAndQuery: '/cpsess0228251236/3rdparty/postern/index.php?login=1&post_login=38056176108366',
  requestIdBrackets: false,
}

/** What fail2ban itself finds in lines that our own error log wrote. */
async function addressesFound(
  t: ExecutionContext,
  faults: readonly RequestFault[],
  style: Partial<LogStyle> = {},
): Promise<readonly string[]> {
  const directory = await temporaryDirectory(t)
  const filter = join(directory, 'postern.conf')
  const logFile = join(directory, 'error.log')
  await writeFile(filter, fail2banFilter())
  await writeLog(logFile, faults, { ...plainStyle, ...style })
  const { stdout } = await run('fail2ban-regex', ['--out=ip', logFile, filter])
  return stdout.split('\n').filter((line) => line !== '')
}

async function writeLog(
  file: string,
  faults: readonly RequestFault[],
  { pathAndQuery, requestIdBrackets }: LogStyle,
): Promise<void> {
  const lines: string[] = []
  const log = createErrorLog({
    destination: { write: (line) => void lines.push(line) },
    now: Date.now,
    zone: 'Europe/Berlin',
    requestIdBrackets,
  })
  for (const fault of faults) {
    log.formA({ ...fault, requestId: 'a39eb5f3', method: 'POST', pathAndQuery })
  }
  await writeFile(file, lines.join(''))
  if ((await readFile(file, 'utf8')).split('\n').length !== faults.length + 1) {
    throw new Error('a fault made more than one line')
  }
}
