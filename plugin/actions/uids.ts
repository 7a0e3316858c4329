import { Refusal } from '../refusal.ts'
import type { Action } from './action.ts'
import { listParameters, pageRequest, type ListInput } from './list-parameters.ts'
import { oneOf } from './parameters.ts'

interface UidsInput extends ListInput {
  readonly flags: 'SEEN' | 'UNSEEN' | 'FLAGGED' | 'UNFLAGGED' | undefined
}

/** Ten megabytes of UIDs at the very worst, when no two of them follow each other. */
const MAX_UIDS = 1_000_000

/** What a mark would change: only that is worth a write, and only that may be undone. */
const CHANGED_BY = {
  read: 'UNSEEN',
  unread: 'SEEN',
  flagged: 'UNFLAGGED',
  unflagged: 'FLAGGED',
} as const

/**
 * mail/uids: every message of a list by its UID, not only the page on show; with `_flag` only those
 * that the mark would change. A picture of this moment: what arrives later is not in it.
 */
export const uids: Action<UidsInput> = {
  task: 'mail',
  name: 'uids',
  method: 'GET',
  parse: (parameters) => ({
    ...listParameters(parameters),
    flags:
      (parameters.get('_flag') ?? '') === ''
        ? undefined
        : CHANGED_BY[oneOf(parameters, '_flag', ['read', 'unread', 'flagged', 'unflagged'])],
  }),
  async run({ flags, ...input }, context) {
    const { mailbox, search } = pageRequest(input, context)
    const { account, signal } = context
    const { set, count, uidValidity } = await account.matchingUids(
      mailbox,
      { search, flags },
      { signal },
    )
    if (count > MAX_UIDS) throw new Refusal('too_many_messages')
    return { kind: 'uids', mailbox, uidValidity, set, count }
  },
}
