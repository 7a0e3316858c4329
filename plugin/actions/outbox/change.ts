import { z } from 'zod'
import { composeId, dueAt } from '../compose/send-input.ts'
import { defineAction } from '../contract/contract.ts'
import { messageName } from '../contract/output.ts'
import { nameOutput } from '../contract/row.ts'
import { waiting } from './output.ts'

/** Throws Refusal('already_sent') while it is being sent and afterwards, ('outbox_missing') when it is not there. */
export const cancelOutbox = defineAction({
  name: 'outbox-cancel',
  method: 'POST',
  about: 'takes a message out of the outbox: it is an ordinary draft again, which `compose` opens',
  context: 'writing',
  input: z.strictObject({ id: composeId }),
  output: z.strictObject({
    kind: z.literal('outbox-canceled'),
    draft: messageName.nullable().describe('null when another program deleted it'),
    isUncertain: z.boolean().describe('It may have been delivered before'),
  }),
  async run({ id }, { outbox }) {
    const { draft, isUncertain } = await outbox.cancel(id)
    const name = draft === undefined ? null : nameOutput(draft)
    return { kind: 'outbox-canceled', draft: name, isUncertain }
  },
})

/** Throws as `outbox-cancel`, and Refusal('input_invalid') for a time too far ahead. */
export const changeOutbox = defineAction({
  name: 'outbox-change',
  method: 'POST',
  about: 'sends a message of the outbox at another time',
  context: 'writing',
  input: z.strictObject({ id: composeId, dueAt }),
  output: waiting,
  run: ({ id, dueAt: wanted }, { outbox }) => outbox.change(id, wanted),
})

/** Throws as `outbox-cancel`, and Refusal('send_uncertain') unless it is to be sent again. */
export const sendOutbox = defineAction({
  name: 'outbox-now',
  method: 'POST',
  about: 'sends a message of the outbox as soon as possible, also one that was not sent',
  context: 'writing',
  input: z.strictObject({
    id: composeId,
    isAgain: z
      .boolean()
      .describe('To be sent although it may have been delivered before')
      .default(false),
  }),
  output: waiting,
  run: ({ id, isAgain }, { outbox }) => outbox.sendNow(id, isAgain),
})
