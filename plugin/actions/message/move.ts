import { Refusal } from '../../http/refusal.ts'
import type { Action } from '../contract/action.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { countsAfter, pageAfter } from './change-result.ts'
import { namedMessages, uidOptions, type NamedMessages } from '../input/named-messages.ts'
import { requiredMailboxName } from '../input/parameters.ts'

interface TransferInput extends NamedMessages {
  readonly target: string
  readonly wire: Parameters['wire']
}

/** mail/move: moves the named messages to a mailbox that exists; creates none. */
export const move: Action<TransferInput> = transfer('move')

/** mail/copy: copies the named messages to a mailbox that exists; creates none. */
export const copy: Action<TransferInput> = transfer('copy')

function transfer(name: 'move' | 'copy'): Action<TransferInput> {
  return {
    task: 'mail',
    name,
    method: 'POST',
    parse(parameters) {
      const named = namedMessages(parameters)
      const target = requiredMailboxName(parameters, '_target_mbox')
      // A move onto itself would give every message a new UID for nothing.
      if (target === named.mailbox) throw new Refusal('input_invalid')
      return { ...named, target, wire: parameters.wire }
    },
    async run({ target, wire, ...named }, context) {
      const { mailbox, uids } = named
      const options = uidOptions(named, context)
      const outcome = await context.account[name](mailbox, uids, target, options)
      return {
        kind: 'done',
        action: name,
        mailbox,
        uids,
        flag: undefined,
        list: name === 'move' ? await pageAfter(mailbox, wire, context) : undefined,
        counts: await countsAfter([mailbox, target], context),
        special: {},
        target,
        uidMap: outcome.uidMap,
        targetUidValidity: outcome.targetUidValidity,
      }
    },
  }
}
