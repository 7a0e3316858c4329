import type { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import type { MailContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { mailboxInput, namedMessages } from '../contract/input.ts'
import { done } from '../contract/output.ts'
import { uidOptions } from '../input/named-messages.ts'
import type { DoneResult } from '../result/result.ts'
import { countsAfter, DONE, pageAfter } from './change-result.ts'

const input = namedMessages
  .extend({ target: mailboxInput })
  .transform((transfer) => ({ ...transfer, isPageWanted: false as boolean }))

export const move = defineAction({
  name: 'move',
  method: 'POST',
  about: 'moves messages to a mailbox that exists; tells their new UIDs',
  context: 'mail',
  input,
  output: done,
  run: (transferred, context) => transfer('move', transferred, context),
})

export const copy = defineAction({
  name: 'copy',
  method: 'POST',
  about: 'copies messages to a mailbox that exists; tells the UIDs of the copies',
  context: 'mail',
  input,
  output: done,
  run: (transferred, context) => transfer('copy', transferred, context),
})

async function transfer(
  name: 'move' | 'copy',
  { target, isPageWanted, ...named }: z.output<typeof input>,
  context: MailContext,
): Promise<DoneResult> {
  const { mailbox, uids } = named
  // A move onto itself would give every message a new UID for nothing.
  if (target === mailbox) throw new Refusal('input_invalid')
  const outcome = await context.account[name](mailbox, uids, target, uidOptions(named, context))
  return {
    ...DONE,
    action: name,
    mailbox,
    uids,
    list: await pageAfter(mailbox, isPageWanted, context),
    counts: await countsAfter([mailbox, target], context),
    target,
    ...outcome,
  }
}
