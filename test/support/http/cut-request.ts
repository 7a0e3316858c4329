import { request } from 'node:http'

/** A request as it goes over the wire. */
export interface RawRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** Sends a request and cuts its connection after that time, wherever it is then; an answer is not read to its end. */
export async function sendAndCut(
  { method, url, headers, body }: RawRequest,
  afterMs: number,
): Promise<void> {
  const asked = request(url, { method, headers, agent: false })
  const cutting = setTimeout(() => asked.destroy(), afterMs)
  // What becomes of a request that is cut is no matter.
  asked.on('error', () => undefined)
  asked.on('response', (answer) => {
    answer.on('error', () => undefined)
    answer.once('readable', () => void answer.read(1))
  })
  asked.end(body)
  await new Promise((resolve) => asked.once('close', resolve))
  clearTimeout(cutting)
}
