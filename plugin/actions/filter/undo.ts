import { z } from 'zod'
import { MailFault } from '../../../proxy/mail/index.ts'
import type { MailContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { mailboxInput, uidsInput } from '../contract/input.ts'
import { count, uid, uidValidity } from '../contract/output.ts'
import type { UndoStep } from './undo-steps.ts'

const MAX_STEPS = 1_000
const MAX_FLAGS = 100
const MAX_FLAG_CHARS = 1_000

const flags = z.array(z.string().max(MAX_FLAG_CHARS)).max(MAX_FLAGS)
const flagChange = z.strictObject({ add: flags, remove: flags })

const messagesOutput = { mailbox: z.string(), uidValidity, uids: z.array(uid) }

/** A step back as `filter-run` tells it. */
export const undoStepOutput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('remove'), ...messagesOutput }),
  z.strictObject({ kind: z.literal('mark'), ...messagesOutput, flags: flagChange }),
  z.strictObject({ kind: z.literal('move'), ...messagesOutput, target: z.string() }),
])

/** What the mail server refused. */
export const refusedChange = z.strictObject({
  change: z.enum(['mark', 'copy', 'move', 'remove']),
  mailbox: z.string(),
  code: z.string().describe('As of an error: `mailbox_not_found`, `over_quota`'),
  messages: count,
})

const messagesInput = {
  mailbox: mailboxInput,
  uidValidity: uidValidity.meta({ examples: ['1792000000'] }).transform((digits) => BigInt(digits)),
  uids: uidsInput,
}

const undoStepInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('remove'), ...messagesInput }),
  z.strictObject({ kind: z.literal('mark'), ...messagesInput, flags: flagChange }),
  z.strictObject({ kind: z.literal('move'), ...messagesInput, target: mailboxInput }),
])

/** Takes the other steps where the mail server refuses one. */
export const filterUndo = defineAction({
  name: 'filter-undo',
  method: 'POST',
  about:
    'takes back what `filter-run` did, by the steps that it told: of several calls the last one first',
  context: 'mail',
  input: z.strictObject({ steps: z.array(undoStepInput).max(MAX_STEPS) }),
  output: z.strictObject({
    kind: z.literal('filter-undone'),
    refused: z.array(refusedChange).describe('Steps that the mail server refused'),
  }),
  async run({ steps }, context) {
    const refused: z.output<typeof refusedChange>[] = []
    for (const step of steps) {
      try {
        await takeBack(step, context)
      } catch (error) {
        if (!(error instanceof MailFault)) throw error
        const { kind: change, mailbox, uids } = step
        refused.push({ change, mailbox, code: error.code, messages: uids.length })
      }
    }
    return { kind: 'filter-undone', refused }
  },
})

async function takeBack(
  step: UndoStep,
  { account, signal }: Pick<MailContext, 'account' | 'signal'>,
): Promise<void> {
  const { mailbox, uidValidity: of, uids } = step
  const options = { signal, uidValidity: of }
  switch (step.kind) {
    case 'remove':
      await account.remove(mailbox, uids, options)
      return
    case 'mark':
      await account.setFlags(mailbox, uids, step.flags, options)
      return
    case 'move':
      await account.move(mailbox, uids, step.target, options)
  }
}
