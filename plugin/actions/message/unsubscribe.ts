import { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import { defineAction } from '../contract/contract.ts'
import { namedMessage } from '../contract/input.ts'
import { uidOptions } from '../input/named-messages.ts'
import { offeredWays } from './offered-ways.ts'

/** The address is read from the message, never from the request. Throws Refusal('not_found') where it has none for a POST. */
export const unsubscribe = defineAction({
  name: 'unsubscribe',
  method: 'POST',
  about: 'asks the list that sent a message, by a POST to its server (RFC 8058), to send no more',
  context: 'unsubscribing',
  input: namedMessage,
  output: z.strictObject({
    kind: z.literal('unsubscribe'),
    isAccepted: z.boolean().describe('false: its server refused, or could not be reached'),
  }),
  async run(named, context) {
    const { mailbox, uid } = named
    const { account, postOneClick } = context
    const message = await account.message(mailbox, uid, {
      ...uidOptions(named, context),
      isContentOnly: true,
    })
    const ways = await offeredWays(named, message, context)
    const post = ways.find((way) => way.kind === 'post')
    if (post === undefined) throw new Refusal('not_found')
    return { kind: 'unsubscribe', isAccepted: await postOneClick(post.url) }
  },
})
