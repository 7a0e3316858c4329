import { Agent, request } from 'undici'
import { jsonOf } from '../config/corrupt-file.ts'
import type { AdminEndpoint } from './endpoint-file.ts'

/** What a command asks of the running process. */
export interface AdminQuestion {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
}

/** The answer: `body` is whatever JSON came; undefined for an error page, or nothing. */
export interface AdminResponse {
  readonly status: number
  readonly body: unknown
}

const TIMEOUT_MS = 30_000
/** A hundred thousand sessions as JSON. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** Asks through the admin listener, over TCP or a Unix socket. Rejects when nothing answers in time. */
export async function askProcess(
  endpoint: AdminEndpoint,
  question: AdminQuestion,
): Promise<AdminResponse> {
  const { origin, socketPath } = whereIs(endpoint.address)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const connect = { socketPath: socketPath ?? null }
  const dispatcher = new Agent({ connect, maxResponseSize: MAX_ANSWER_BYTES })
  try {
    const { statusCode, body } = await request(`${origin}${question.path}`, {
      dispatcher,
      signal,
      method: question.method,
      headers: {
        host: 'localhost',
        authorization: `Bearer ${endpoint.token}`,
        'content-type': 'application/json',
      },
      body: question.body === undefined ? null : JSON.stringify(question.body),
      headersTimeout: TIMEOUT_MS,
    })
    return { status: statusCode, body: jsonOf(await body.text()) }
  } finally {
    await dispatcher.destroy()
  }
}

function whereIs(address: string): { readonly origin: string; readonly socketPath?: string } {
  if (!address.startsWith('unix:')) return { origin: new URL(address).origin }
  return { origin: 'http://localhost', socketPath: address.slice('unix:'.length) }
}
