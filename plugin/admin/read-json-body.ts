import type { IncomingMessage } from 'node:http'
import rawBody from 'raw-body'

const MAX_BODY_BYTES = 4_096

/** The body as JSON; undefined when it is none. Rejects when it is larger than any command's. */
export async function readJsonBody(req: IncomingMessage): Promise<unknown> {
  const text = await rawBody(req, { limit: MAX_BODY_BYTES, encoding: 'utf8' })
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the schema of the command refuses it.
    return undefined
  }
}
