import { Pool } from 'undici'

/** An answer read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Keep-alive connections to one server. */
export interface Http {
  /** `query` is put behind the address of the script. */
  send(query: string, request?: HttpRequest): Promise<Answer>
  close(): Promise<void>
}

interface HttpRequest {
  readonly headers?: Readonly<Record<string, string>>
  /** A form: makes it a POST. */
  readonly form?: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 120_000

/** undici rather than node:http: the generator shares the machine with what it measures. */
export function createHttp(script: string, connections: number): Http {
  const { origin, pathname } = new URL(script)
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  })
  return {
    async send(query, { headers = {}, form } = {}) {
      const answer = await pool.request({
        method: form === undefined ? 'GET' : 'POST',
        path: `${pathname}${query}`,
        headers: form === undefined ? headers : { ...headers, 'content-type': FORM },
        body: form === undefined ? null : new URLSearchParams(form).toString(),
      })
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: await answer.body.text(),
      }
    },
    close: () => pool.close(),
  }
}

const FORM = 'application/x-www-form-urlencoded'
