import { createInterface } from 'node:readline'
import { Agent, request } from 'undici'
import { jsonOf } from '../config/corrupt-file.ts'
import type { AdminEndpoint } from './endpoint-file.ts'

/** What a command asks of the running process. */
export interface AdminQuestion {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
}

/** The response: `body` is whatever JSON came; undefined for an error page, or nothing. */
export interface AdminResponse {
  readonly status: number
  readonly body: unknown
}

const TIMEOUT_MS = 30_000
/** A hundred thousand sessions as JSON. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024

/** Asks through the admin listener, over TCP or a Unix socket. Rejects when nothing answers in time. */
export async function queryProcess(
  endpoint: AdminEndpoint,
  question: AdminQuestion,
): Promise<AdminResponse> {
  const { origin, socketPath } = whereIs(endpoint.address)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const connect = { socketPath: socketPath ?? null }
  const dispatcher = new Agent({ connect, maxResponseSize: MAX_RESPONSE_BYTES })
  try {
    const { statusCode, body } = await request(`${origin}${question.path}`, {
      dispatcher,
      signal,
      method: question.method,
      headers: headersFor(endpoint),
      body: question.body === undefined ? null : JSON.stringify(question.body),
      headersTimeout: TIMEOUT_MS,
    })
    return { status: statusCode, body: jsonOf(await body.text()) }
  } finally {
    await dispatcher.destroy()
  }
}

/** The lines of a response that continues until the signal, each as JSON. Throws ProcessRefused, and what the connection meets. */
export async function* followProcess(
  endpoint: AdminEndpoint,
  path: string,
  signal: AbortSignal,
): AsyncGenerator {
  const { origin, socketPath } = whereIs(endpoint.address)
  const dispatcher = new Agent({ connect: { socketPath: socketPath ?? null }, bodyTimeout: 0 })
  try {
    const { statusCode, body } = await request(`${origin}${path}`, {
      dispatcher,
      signal,
      method: 'GET',
      headers: headersFor(endpoint),
      headersTimeout: TIMEOUT_MS,
    })
    if (statusCode !== 200) throw new ProcessRefused(`${path} was answered with ${statusCode}`)
    for await (const line of createInterface({ input: body, crlfDelay: Infinity })) {
      yield jsonOf(line)
    }
  } finally {
    await dispatcher.destroy()
  }
}

/** The running process answered, and not with what was requested. */
export class ProcessRefused extends Error {
  override readonly name = 'ProcessRefused'
}

function headersFor({ token }: AdminEndpoint): Readonly<Record<string, string>> {
  return {
    host: 'localhost',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
}

function whereIs(address: string): { readonly origin: string; readonly socketPath?: string } {
  if (!address.startsWith('unix:')) return { origin: new URL(address).origin }
  return { origin: 'http://localhost', socketPath: address.slice('unix:'.length) }
}
