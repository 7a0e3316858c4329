import type { MessagePart } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ActionContext } from '../contract/action.ts'
import { uidOptions, type NamedMessage } from '../input/named-messages.ts'
import { readWithin } from './read-within.ts'

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
  context: Pick<ActionContext, 'account' | 'views' | 'signal'>,
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
