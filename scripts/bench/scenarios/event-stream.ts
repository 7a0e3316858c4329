import { request } from 'undici'

/** A stream of server-sent events, read as it comes. */
export interface BenchEventStream {
  /** Resolves with the first event from now on that the pattern matches; undefined after the time. */
  next(pattern: RegExp, withinMs: number): Promise<string | undefined>
  close(): void
}

/** Opens the stream; undefined when the server has no such action. */
export async function openEventStream(
  url: string,
  cookie: string,
): Promise<BenchEventStream | undefined> {
  const ending = new AbortController()
  const { statusCode, headers, body } = await request(url, {
    headers: { cookie, accept: 'text/event-stream' },
    signal: ending.signal,
    bodyTimeout: 0,
  })
  if (statusCode !== 200 || !String(headers['content-type']).startsWith('text/event-stream')) {
    ending.abort()
    body.on('error', () => undefined)
    return undefined
  }
  const listeners = new Set<(event: string) => void>()
  let text = ''
  body.setEncoding('utf8')
  body.on('data', (chunk: string) => {
    const events = (text + chunk).split(/\r?\n\r?\n/)
    text = events.pop() ?? ''
    for (const event of events) for (const listen of listeners) listen(event)
  })
  // Ended by us, or missing events will tell.
  body.on('error', () => undefined)
  return {
    next: (pattern, withinMs) =>
      new Promise((resolve) => {
        const settle = (event: string | undefined): void => {
          listeners.delete(listen)
          clearTimeout(timer)
          resolve(event)
        }
        const listen = (event: string): void => {
          if (pattern.test(event)) settle(event)
        }
        const timer = setTimeout(() => settle(undefined), withinMs)
        listeners.add(listen)
      }),
    close: () => ending.abort(),
  }
}
