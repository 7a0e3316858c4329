import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'

/** A script that the panel runs for one request, as the user of an account. */
export interface CgiRun {
  readonly file: string
  /** The raw request target. */
  readonly target: string
  readonly environment: Readonly<Record<string, string>>
  readonly uid?: number | undefined
  readonly gid?: number | undefined
}

/** A script's headers are short; more is no response. */
const MAX_HEAD_BYTES = 64 * 1024

/**
 * Runs a PHP script by php-cgi (RFC 3875), as a panel runs its third-party applications: request in the
 * environment and on standard input, both bodies as streams.
 */
export async function runCgi(
  req: IncomingMessage,
  res: ServerResponse,
  run: CgiRun,
): Promise<void> {
  const { uid, gid } = run
  const child = spawn('php-cgi', [], {
    cwd: dirname(run.file),
    env: { ...requestEnvironment(req, run), ...run.environment },
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  res.once('close', () => child.kill())
  // A script that answers without reading the body closes its end: that is no failure.
  child.stdin.on('error', () => undefined)
  req.pipe(child.stdin)
  await pipeline(bodyAfterHead(child.stdout, res), res)
  await ended
}

/** The body of a script's answer, once its head has been written to `res`. */
async function* bodyAfterHead(output: Readable, res: ServerResponse): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const bytes of output) {
    const chunk = Buffer.from(bytes)
    if (head === undefined) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end !== -1) {
      writeHead(head.subarray(0, end).toString('latin1'), res)
      res.flushHeaders()
      if (head.length > end + 4) yield head.subarray(end + 4)
      head = undefined
    } else if (head.length > MAX_HEAD_BYTES) break
  }
  if (head === undefined) return
  res.writeHead(502, { 'content-type': 'text/plain' })
  yield Buffer.from('The application does not answer.')
}

function writeHead(head: string, res: ServerResponse): void {
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    const value = line.slice(colon + 1).trim()
    if (name.toLowerCase() === 'status') res.statusCode = Number.parseInt(value, 10)
    else res.appendHeader(name, value)
  }
}

function requestEnvironment(
  req: IncomingMessage,
  { file, target }: CgiRun,
): Readonly<Record<string, string>> {
  const [path = '', ...query] = target.split('?')
  return {
    PATH: process.env['PATH'] ?? '',
    GATEWAY_INTERFACE: 'CGI/1.1',
    SERVER_PROTOCOL: 'HTTP/1.1',
    // PHP refuses to run as CGI without it, so that no one calls it by its own address.
    REDIRECT_STATUS: '200',
    DOCUMENT_ROOT: dirname(file),
    SCRIPT_FILENAME: file,
    SCRIPT_NAME: path,
    REQUEST_METHOD: req.method ?? 'GET',
    REQUEST_URI: target,
    QUERY_STRING: query.join('?'),
    CONTENT_TYPE: req.headers['content-type'] ?? '',
    CONTENT_LENGTH: req.headers['content-length'] ?? '',
    ...headerEnvironment(req),
  }
}

/** `HTTP_PROXY` would be taken for a setting by programs that know nothing of CGI (CVE-2016-5385). */
const NOT_A_HEADER = new Set(['proxy', 'content-type', 'content-length'])

function headerEnvironment(req: IncomingMessage): Record<string, string> {
  const remaining = Object.entries(req.headers).filter(
    ([name, value]) => value !== undefined && !NOT_A_HEADER.has(name) && !name.includes('_'),
  )
  return Object.fromEntries(
    remaining.map(([name, value]) => [
      `HTTP_${name.replaceAll('-', '_').toUpperCase()}`,
      [value].flat().join(', '),
    ]),
  )
}
