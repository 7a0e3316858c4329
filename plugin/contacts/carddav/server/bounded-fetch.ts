import { AddressBookUnavailable } from './unavailable.ts'

interface FetchBounds {
  /** From the question to the last byte of its response. */
  readonly timeoutMs: number
  /** Of one response. */
  readonly maxBytes: number
}

/**
 * `fetch` with a limit of time and size for the whole response. It follows no redirect: the password goes to the configured
 * place and to no other. Throws AddressBookUnavailable.
 */
export function createBoundedFetch({ timeoutMs, maxBytes }: FetchBounds): typeof fetch {
  return async function boundedFetch(input, init) {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(input, { ...init, signal, redirect: 'manual' })
      const body = await readBounded(response, maxBytes)
      const { status, statusText, headers } = response
      // A Response of these has no body (WHATWG fetch, null body status).
      const isEmpty = status === 204 || status === 205 || status === 304
      return new Response(isEmpty ? null : body, { status, statusText, headers })
    } catch (cause) {
      if (cause instanceof AddressBookUnavailable) throw cause
      throw new AddressBookUnavailable('unreachable', 'no answer', { cause })
    }
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader()
  for (;;) {
    const read = await reader?.read()
    if (read === undefined || read.done) return Buffer.concat(chunks)
    bytes += read.value.length
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw new AddressBookUnavailable('too_large', `an answer of more than ${maxBytes} bytes`)
    }
    chunks.push(read.value)
  }
}
