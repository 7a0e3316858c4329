import { request } from 'node:http'

/** A request as it goes over the wire. */
export interface RawRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** Sends a request and cuts its connection after that time, wherever it is then; a response is not read to its end. */
export async function sendAndCut(
  { method, url, headers, body }: RawRequest,
  afterMs: number,
): Promise<void> {
  const requested = request(url, { method, headers, agent: false })
  const cutting = setTimeout(() => requested.destroy(), afterMs)
  // What becomes of a request that is cut is no matter.
  requested.on('error', () => undefined)
  requested.on('response', (response) => {
    response.on('error', () => undefined)
    response.once('readable', () => void response.read(1))
  })
  requested.end(body)
  await new Promise((resolve) => requested.once('close', resolve))
  clearTimeout(cutting)
}
