import { request } from 'node:http'
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
const MAX_ANSWER_CHARACTERS = 32 * 1024 * 1024

/** Asks through the admin listener, over TCP or a Unix socket. Rejects when nothing answers in time. */
export async function askProcess(
  endpoint: AdminEndpoint,
  question: AdminQuestion,
): Promise<AdminResponse> {
  const text = question.body === undefined ? '' : JSON.stringify(question.body)
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        ...whereIs(endpoint.address),
        method: question.method,
        path: question.path,
        headers: {
          host: 'localhost',
          authorization: `Bearer ${endpoint.token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (response) => {
        let answer = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          answer += chunk
          if (answer.length > MAX_ANSWER_CHARACTERS) response.destroy(new Error('too long'))
        })
        response.on('error', reject)
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: jsonOf(answer) })
        })
      },
    )
    asking.on('error', reject)
    asking.end(text)
  })
}

function whereIs(address: string) {
  if (address.startsWith('unix:')) return { socketPath: address.slice('unix:'.length) }
  const { hostname, port } = new URL(address)
  return { host: hostname.replace(/^\[|\]$/g, ''), port }
}
