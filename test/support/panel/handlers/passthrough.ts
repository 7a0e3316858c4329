import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { rewriteStyle } from './magic-revision.ts'

/** Headers that tell an application who is asking: only the panel may write them. */
const IDENTITY = /^(?:remote[-_]|cp[-_]security[-_]token|x[-_]panel[-_]|x[-_]forwarded[-_])/i

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
])

const TIMEOUT_MS = 60_000

/** Passes a request of an application on with all its cookies, so that the application checks them itself. */
export async function passThrough(
  req: IncomingMessage,
  res: ServerResponse,
  { backend, target, address, rewriteStyles }: Passage,
): Promise<void> {
  const remaining = Object.entries(req.headers).filter(
    ([name]) => !IDENTITY.test(name) && !HOP_BY_HOP.has(name),
  )
  const forwarded = request(`${backend}/`, {
    path: target,
    method: req.method,
    headers: {
      ...Object.fromEntries(remaining),
      'x-forwarded-for': address,
      'x-forwarded-proto': 'http',
    },
    timeout: TIMEOUT_MS,
    agent: false,
  })
  forwarded.on('timeout', () => forwarded.destroy(new Error('the application is silent')))
  res.once('close', () => forwarded.destroy())
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    forwarded.once('response', resolve)
    forwarded.on('error', reject)
  })
  try {
    req.pipe(forwarded)
    await sendResponse(await answered, res, rewriteStyles)
  } catch {
    // The application is missing, or the browser is: nothing but an end is left to give.
    if (res.headersSent) res.destroy()
    else
      res.writeHead(502, { 'content-type': 'text/plain' }).end('The application does not answer.')
  }
}

interface Passage {
  readonly backend: string
  /** The raw request target. */
  readonly target: string
  readonly address: string
  readonly rewriteStyles: boolean
}

async function sendResponse(
  response: IncomingMessage,
  res: ServerResponse,
  rewriteStyles: boolean,
): Promise<void> {
  res.statusCode = response.statusCode ?? 502
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name)) res.setHeader(name, value)
  }
  const isStyle = response.headers['content-type']?.startsWith('text/css') === true
  if (rewriteStyles && isStyle) {
    res.removeHeader('content-length')
    res.end(await rewriteStyle(response))
    return
  }
  await pipeline(response, res)
}
