import { z } from 'zod'
import { SCRIPT_LIMITS, type MailboxName } from '../../../proxy/mail/index.ts'
import type { DeepReadonly } from '../contract/contract.ts'
import { namedMailbox, uidInput } from '../contract/input.ts'
import { rule } from './rule.ts'

/** As many as a list of a day shows; a whole mailbox is requested in calls of more. */
const DEFAULT_MESSAGES = 500
/** Of one call. */
const MAX_MESSAGES = 2_000

const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rule'), rule }),
  z.strictObject({ kind: z.literal('script'), text: z.string().max(SCRIPT_LIMITS.maxBytes) }),
])

/** A filter, and the messages of a mailbox that it meets. */
export interface TrialInput {
  readonly mailbox: MailboxName
  readonly uidValidity: bigint | undefined
  readonly source: DeepReadonly<z.output<typeof source>>
  readonly below: number | undefined
  readonly limit: number
}

export const trialInput = namedMailbox
  .extend({
    source: source.describe('A rule of the page, on or off, or a script'),
    below: uidInput
      .nullish()
      .describe('`next` of the call before; left out or null: from the newest message on'),
    limit: z.int().min(1).max(MAX_MESSAGES).default(DEFAULT_MESSAGES),
  })
  .transform(({ below, ...rest }): TrialInput => ({ ...rest, below: below ?? undefined }))
