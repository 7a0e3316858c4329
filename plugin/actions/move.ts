import { Refusal } from '../refusal.ts'
import type { Action, Parameters } from './action.ts'
import { countsAfter, pageAfter } from './aftermath.ts'
import { mailboxName, uidList } from './parameters.ts'

interface TransferInput {
  readonly mailbox: string
  readonly uids: readonly number[]
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
      const mailbox = mailboxName(parameters, '_mbox')
      const target = mailboxName(parameters, '_target_mbox')
      // A move onto itself would give every message a new UID for nothing.
      if (target === mailbox) throw new Refusal('input_invalid')
      return { mailbox, target, uids: uidList(parameters), wire: parameters.wire }
    },
    async run({ mailbox, uids, target, wire }, context) {
      const { account, signal } = context
      const { uidMap } = await account[name](mailbox, uids, target, { signal })
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
        uidMap,
      }
    },
  }
}
