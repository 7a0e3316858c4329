import { Pool } from 'undici'

/** A response read to its end. */
export interface LoadResponse {
  readonly status: number
  readonly cookies: readonly string[]
  readonly text: string
}

/** Keep-alive connections to one server. */
export interface Http {
  /** `query` is put behind the address of the script. */
  send(query: string, request?: HttpRequest): Promise<LoadResponse>
  close(): Promise<void>
}

interface HttpRequest {
  readonly headers?: Readonly<Record<string, string>>
  /** A form: makes it a POST. */
  readonly form?: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 120_000
const FORM = 'application/x-www-form-urlencoded'

/**
 * The generator shares the machine with what it measures, so it has to be cheap: undici rather than
 * node:http, and its `dispatch`, which makes no stream of a response.
 */
export function createHttp(script: string, connections: number): Http {
  const { origin, pathname } = new URL(script)
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  })
  return {
    send: (query, { headers = {}, form } = {}) =>
      new Promise((resolve, reject) => {
        const chunks: Buffer[] = []
        let status = 0
        let cookies: readonly string[] = []
        pool.dispatch(
          {
            method: form === undefined ? 'GET' : 'POST',
            path: `${pathname}${query}`,
            headers: form === undefined ? headers : { ...headers, 'content-type': FORM },
            body: form === undefined ? null : new URLSearchParams(form).toString(),
          },
          {
            onRequestStart: () => undefined,
            onResponseStart: (_controller, statusCode, answered) => {
              status = statusCode
              cookies = [answered['set-cookie'] ?? []].flat()
            },
            onResponseData: (_controller, chunk) => {
              chunks.push(chunk)
            },
            onResponseEnd: () => {
              const [only] = chunks
              const whole = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
              resolve({ status, cookies, text: whole.toString() })
            },
            onResponseError: (_controller, error) => reject(error),
          },
        )
      }),
    close: () => pool.close(),
  }
}
