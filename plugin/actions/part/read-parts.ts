import type { MessagePart } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { type NamedMessage, uidOptions } from '../input/named-messages.ts'

/** A part with all of its decoded bytes. */
export interface ReadPart {
  readonly part: MessagePart
  readonly content: Buffer
}

/**
 * Several parts of a message, in that order, in as few round trips as their sizes allow. Throws
 * Refusal('body_too_large') when all of them together are longer than the limit.
 */
export async function readParts(
  source: NamedMessage,
  ids: readonly string[],
  maxBytes: number,
  context: Pick<ReadingContext, 'account' | 'views' | 'signal'>,
): Promise<readonly ReadPart[]> {
  if (ids.length === 0) return []
  const { mailbox, uid } = source
  const found = await context.account.parts(mailbox, uid, ids, uidOptions(source, context))
  const read: ReadPart[] = []
  let leftBytes = maxBytes
  for (const { part, stream } of found) {
    const content = await readWithin(stream, Math.max(0, leftBytes))
    if (content === undefined) throw new Refusal('body_too_large')
    leftBytes -= content.length
    read.push({ part, content })
  }
  return read
}

/** The whole of a byte stream, or undefined as soon as it is longer than the limit; the rest is not read. */
export async function readWithin(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
