import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'
import { namedMessages } from '../contract/input.ts'
import { uid } from '../contract/output.ts'
import { uidOptions } from '../input/named-messages.ts'

/** More rows than a screen shows. */
const MAX_PREVIEWS = 100

export const previews = defineAction({
  name: 'previews',
  method: 'GET',
  about: 'the first words of up to 100 messages; 204 while others wait for the mail server',
  context: 'mail',
  input: namedMessages.refine(({ uids }) => uids.length <= MAX_PREVIEWS, { path: ['uids'] }),
  output: z.strictObject({
    kind: z.literal('previews'),
    previews: z
      .array(z.strictObject({ uid, text: z.string() }))
      .describe('Of messages that are there; empty for one without a text'),
  }),
  isAhead: () => true,
  async run({ uids, ...named }, context) {
    const found = await context.account.previews(named.mailbox, uids, uidOptions(named, context))
    return {
      kind: 'previews',
      previews: [...found].map(([uid, text]) => ({ uid, text })),
    }
  },
})
