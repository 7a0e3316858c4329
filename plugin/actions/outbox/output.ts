import { z } from 'zod'
import { address, count, messageName } from '../contract/output.ts'
import { OUTBOX_STATES } from '../contract/own-outbox.ts'

/** One message of the outbox. */
export const outboxMessage = z.strictObject({
  id: z.string().describe('The composeId it was sent with'),
  state: z
    .enum(OUTBOX_STATES)
    .describe(
      'waiting until dueAt; sending now; retrying at dueAt; filing: sent, and on its way to Sent; password: waits until its owner signs in again. Over, and for the owner to decide: asks (isUncertain: it may have been delivered; else the mail server failed for two days); refused by the mail server; changed or gone: another program changed or deleted its draft; unreadable: the key of what is stored of it is missing; unfiled: sent, but not moved to Sent',
    ),
  dueAt: z.number().nullable().describe('Unix ms; null where nothing is going to happen by itself'),
  undoUntil: z.number().nullable().describe('Unix ms; null for what was scheduled'),
  subject: z.string(),
  recipients: z.array(address).describe('To, Cc and Bcc'),
  attempts: count.describe('Times that sending failed'),
  isUncertain: z
    .boolean()
    .describe('It may have been delivered: sending it again may deliver it twice'),
  error: z.string().nullable().describe('Why it is not sent, in the words of the mail server'),
  refusedRecipient: z.string().nullable().describe('The address that the mail server refused'),
  draft: messageName.nullable().describe('Where it lies; null when it is gone'),
})

/** A message is in the outbox, and goes out when it is due. */
export const waiting = z.strictObject({
  kind: z.literal('waiting'),
  id: z.string().describe('Names it in the outbox'),
  dueAt: z.number().describe('Unix ms'),
  undoUntil: z.number().nullable().describe('Unix ms; null for what is scheduled'),
  undoMs: count.describe(
    'For how long to offer undo from now on, whatever clock the page has; 0: not at all',
  ),
})
