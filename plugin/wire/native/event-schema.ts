import { z } from 'zod'
import { count } from '../../actions/contract/output.ts'
import { NATIVE_VERSION } from './media-type.ts'

const version = z.literal(NATIVE_VERSION)

/** Every message of the event stream, version 2. */
export const nativeEventMessage = z.discriminatedUnion('kind', [
  // Counters of a mailbox, as the mail server pushed them.
  z.strictObject({
    version,
    kind: z.literal('counts'),
    mailbox: z.string(),
    messages: count,
    unseen: count,
  }),
  // Messages of a mailbox came, went or changed flags.
  z.strictObject({ version, kind: z.literal('changed'), mailbox: z.string() }),
  // Mailboxes were made, renamed, removed, subscribed or unsubscribed.
  z.strictObject({ version, kind: z.literal('mailboxes') }),
  // The owner's settings, identities or templates were changed, here or elsewhere.
  z.strictObject({
    version,
    kind: z.literal('settings'),
    revision: count.describe('Who has these settings, or later ones, needs not ask'),
  }),
  // What waits to be sent changed, or something of it was not sent.
  z.strictObject({ version, kind: z.literal('outbox') }),
  // The mail server wants its user to read something: a refresh tells it, once.
  z.strictObject({ version, kind: z.literal('notices') }),
  // Something may have been missed: everything on show has to be requested again.
  z.strictObject({ version, kind: z.literal('resync') }),
  // Nothing happened, and the stream is alive.
  z.strictObject({ version, kind: z.literal('heartbeat') }),
  z.strictObject({
    version,
    kind: z.literal('end'),
    reason: z
      .enum(['signed-out', 'replaced', 'restart'])
      .describe(
        'The session is over; another page of it took the place; the service restarts: worth a new stream soon',
      ),
    retryAfterMs: z
      .int()
      .min(0)
      .nullable()
      .describe('Wait before a new stream is worth it; null: not by itself'),
  }),
])

/** The schema of the event stream as published, in JSON Schema 2020-12. */
export function nativeEventJsonSchema(): unknown {
  return {
    title: 'Messages of the event stream of Postern, version 2',
    ...z.toJSONSchema(nativeEventMessage, { reused: 'ref' }),
  }
}
