import { createServer } from 'node:http'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { composeGateway } from '../../plugin/compose.ts'
import { parseConfig } from '../../plugin/config/config.ts'
import { createErrorLog } from '../../plugin/log/error-log.ts'
import type { Logs } from '../../plugin/log/open-logs.ts'
import { createOperationalLog } from '../../plugin/log/operational-log.ts'
import { Refusal, refusals, type RefusalCode } from '../../plugin/http/refusal.ts'
import { NATIVE_TYPE } from '../../plugin/wire/native/media-type.ts'
import { portOf } from '../support/http/port-of.ts'
import { temporaryDirectory } from '../support/process/temporary-directory.ts'

// Every refusal of the table, through the whole app, in each way a user can meet it: one line of the operational
// log names the request, and one of the error log where something could not be done or a check failed.

const failedChecks: ReadonlySet<RefusalCode> = new Set([
  'token_mismatch',
  'cookie_needs_tls',
  'other_signed_in',
])
const SCRIPT = '/cpsess1234567890/3rdparty/roundcube/index.php'

const WAYS = {
  'as JSON': { query: '?_task=mail&_action=list', accept: NATIVE_TYPE },
  "by Roundcube's front end": { query: '?_task=mail&_action=list&_remote=1', accept: '*/*' },
  'as a page': { query: '?_task=mail', accept: 'text/html' },
  'by a stream of events': { query: '?_task=mail&_action=events', accept: 'text/event-stream' },
} as const

for (const [way, { query, accept }] of Object.entries(WAYS)) {
  test(`every refusal that is met ${way} has its line, and every 503 says when to come back`, async (t) => {
    const app = await startRefusing(t)

    for (const code of codes()) {
      const { status } = refusals[code]
      app.refuseWith(code)
      const response = await fetch(app.url + SCRIPT + query, { headers: { accept } })
      const text = await response.text()

      const { reported, errors } = app.takeLines()
      const [line] = reported
      t.is(reported.length, 1, code)
      t.is(line?.refusal, code)
      t.is(errors.length, status >= 500 || failedChecks.has(code) ? 1 : 0, code)
      for (const error of errors) t.true(error.includes(`: ${line?.requestId ?? ''} `), error)
      if (status === 503) t.regex(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/, code)
      if (way !== "by Roundcube's front end") {
        t.is(response.status, status, code)
        t.true(text.includes(line?.requestId ?? 'none'), `${code}: the id is shown`)
      }
    }
  })
}

function codes(): readonly RefusalCode[] {
  const isCode = (name: string): name is RefusalCode => name in refusals
  return Object.keys(refusals).filter(isCode)
}

interface ReportedLine {
  readonly requestId: string
  readonly refusal: string
}

/** The whole app, before a panel that refuses as it is told. */
async function startRefusing(t: ExecutionContext) {
  const directory = await temporaryDirectory(t)
  const lines: string[] = []
  let errors: string[] = []
  const config = parseConfig({
    panel: { static: { open: true } },
    dataDir: directory,
    database: { url: `sqlite:${join(directory, 'postern.db')}` },
    redis: null,
  })
  const logs: Logs = {
    errorLog: createErrorLog({
      destination: { write: (line) => void errors.push(line) },
      now: Date.now,
      zone: 'UTC',
      requestIdBrackets: false,
    }),
    log: createOperationalLog({
      level: 'info',
      destination: { write: (line) => lines.push(line) },
    }),
    reopen: () => undefined,
    audit: { note: () => undefined },
    lostLines: () => 0,
    waitingBytes: () => 0,
    close: () => Promise.resolve(),
  }
  const composition = await composeGateway(config, logs, {
    webFiles: new URL('../../dist/web/', import.meta.url),
  })
  let refuseWith: RefusalCode = 'internal'
  const refuse = () => Promise.reject(new Refusal(refuseWith))
  Object.assign(composition.requestServices, {
    panel: { ...composition.requestServices.panel, verify: refuse },
  })
  const handle = composition.app.callback()
  const server = createServer((req, res) => void handle(req, res)).listen(0, '127.0.0.1')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await composition.close(0)
  })
  return {
    url: `http://127.0.0.1:${await portOf(server)}`,
    refuseWith(code: RefusalCode) {
      refuseWith = code
    },
    /** What was logged since the last time; nothing else of these logs names a request. */
    takeLines() {
      const reported = lines.splice(0).map(readLine).filter(Boolean)
      const written = errors
      errors = []
      return { reported, errors: written }
    },
  }
}

function readLine(line: string): ReportedLine | undefined {
  const fields: unknown = JSON.parse(line)
  if (typeof fields !== 'object' || fields === null || !('requestId' in fields)) return undefined
  const { requestId } = fields
  const refusal = 'refusal' in fields ? fields.refusal : undefined
  return { requestId: String(requestId), refusal: String(refusal) }
}
