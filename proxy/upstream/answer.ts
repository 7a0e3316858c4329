import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { responseHeaders, type Forwarding } from './headers.ts'

const MAX_LISTENERS = 20

/** Writes an upstream's answer to the client, hop-by-hop headers left out. Rejects when either side breaks off. */
export async function forwardResponse(
  response: IncomingMessage,
  res: ServerResponse,
  { responseHeaders: defaults = {} }: Forwarding,
): Promise<void> {
  // What was set for our own pages, a policy above all, is not for the upstream's.
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  for (const [name, value] of Object.entries(defaults)) res.setHeader(name, value)
  for (const [name, value] of responseHeaders(response)) res.setHeader(name, value)
  res.statusCode = response.statusCode ?? 502
  res.statusMessage = response.statusMessage ?? ''
  // Back-pressure both ways, and an answer that breaks off breaks off at the client as well.
  // The pipeline listens for the end in more ways than Node takes for usual, and all of them go with it.
  res.setMaxListeners(MAX_LISTENERS)
  await pipeline(response, res)
}
