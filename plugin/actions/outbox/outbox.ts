import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'
import { nothing } from '../contract/input.ts'
import { nameOutput } from '../contract/row.ts'
import type { OutboxEntry } from '../contract/own-outbox.ts'
import { outboxMessage } from './output.ts'

export const outbox = defineAction({
  name: 'outbox',
  method: 'GET',
  about: 'what waits to be sent, and what of it was not sent and why; soonest first',
  context: 'writing',
  input: nothing,
  output: z.strictObject({ kind: z.literal('outbox'), messages: z.array(outboxMessage) }),
  async run(_input, { outbox }) {
    return { kind: 'outbox', messages: (await outbox.list()).map(entryOutput) }
  },
})

function entryOutput(listed: OutboxEntry) {
  const { dueAt, undoUntil, error, draft, recipients, refusedRecipient, ...entry } = listed
  return {
    ...entry,
    recipients: recipients.map(({ name, address }) => ({ name, address })),
    dueAt: dueAt ?? null,
    undoUntil: undoUntil ?? null,
    error: error ?? null,
    refusedRecipient: refusedRecipient ?? null,
    draft: draft === undefined ? null : nameOutput(draft),
  }
}
