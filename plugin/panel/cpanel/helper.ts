import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { readPanelCookies } from '../adapter/panel.ts'
import type { VerificationResult } from '../http/request.ts'
import type { PanelClocks } from '../adapter/times.ts'
import { judgeSession, type SessionRules } from './judge-session.ts'
import { readSessionFiles, sessionNameOf } from './session/files.ts'

interface CpanelHelperOptions extends PanelClocks {
  readonly directory: string
  readonly ownerUid: number
  readonly cookies: readonly string[]
  readonly rules: SessionRules
  readonly log: (line: string) => void
}

/** Gateways that may ask at one time; one process keeps 32 connections at most. */
const MAX_CONNECTIONS = 256

/** The panel does not write both files at once: what contradicts itself is read again. */
const SECOND_LOOK_MS = 50

/**
 * The privileged helper: answers questions of the http adapter (plugin/panel/http/request.ts) from the session files
 * of a cPanel server. It says yes or no and who it is; passwords are neither stored nor passed on.
 */
export function createCpanelHelper(options: CpanelHelperOptions): Server {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (req, res) => {
    handle(req, options).then(
      (answered) => writeResponse(res, answered),
      (error: unknown) => {
        options.log(`session files could not be read: ${String(error)}`)
        res.writeHead(503).end()
      },
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  return server
}

/** Several cookies of the panel may name sessions: the first that is granted counts, else the first "no". */
async function handle(
  req: IncomingMessage,
  options: CpanelHelperOptions,
): Promise<VerificationResult> {
  const cookies = readPanelCookies(req.headers.cookie, options.cookies)
  if (cookies.kind === 'none') return { kind: 'no', code: 'cookie_missing' }
  if (cookies.kind === 'malformed') return { kind: 'no', code: 'cookie_malformed' }
  const question = {
    segmentPath: String(req.headers['x-original-uri'] ?? ''),
    clientIp: String(req.headers['x-forwarded-for'] ?? ''),
  }
  const responses: VerificationResult[] = []
  for (const value of cookies.values) {
    const answered = await judgeCookie(value, question, options)
    if (answered.kind === 'yes') return answered
    responses.push(answered)
  }
  return responses[0] ?? { kind: 'no', code: 'cookie_missing' }
}

async function judgeCookie(
  cookieValue: string,
  question: { readonly segmentPath: string; readonly clientIp: string },
  options: CpanelHelperOptions,
): Promise<VerificationResult> {
  const name = sessionNameOf(cookieValue)
  if (name === undefined) return { kind: 'no', code: 'cookie_malformed' }
  let reading = await readSessionFiles(name, options)
  if (reading.kind === 'no' && reading.code === 'inconsistent') {
    await wait(SECOND_LOOK_MS)
    reading = await readSessionFiles(name, options)
  }
  if (reading.kind === 'no') return reading
  const judged = judgeSession(reading.fields, question, options)
  if (judged.kind === 'no') return judged
  return { ...judged, session: createHash('sha256').update(name).digest('hex') }
}

/** The same words as any panel behind the http adapter. */
function writeResponse(res: ServerResponse, answered: VerificationResult): void {
  if (answered.kind === 'no') {
    const status = answered.code === 'not_a_mailbox' ? 403 : 401
    res.writeHead(status, { 'x-panel-refusal': answered.code }).end()
    return
  }
  const { subject, expiresAt, session } = answered
  if (subject !== undefined) res.setHeader('x-panel-user', subject)
  if (expiresAt !== undefined) res.setHeader('x-panel-expires', Math.floor(expiresAt / 1000))
  if (session !== undefined) res.setHeader('x-panel-session', session)
  res.writeHead(204).end()
}
