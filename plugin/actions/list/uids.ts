import { Refusal } from '../../http/refusal.ts'
import type { Action } from '../contract/action.ts'
import { pageRequest, type ListInput } from './list.ts'

interface UidsInput extends ListInput {
  readonly uidValidity: bigint | undefined
  readonly flags: 'SEEN' | 'UNSEEN' | 'FLAGGED' | 'UNFLAGGED' | undefined
  readonly ends: readonly [one: number, other: number] | undefined
}

/** Ten megabytes of UIDs at the very worst, when no two of them follow each other. */
const MAX_UIDS = 1_000_000

/**
 * mail/uids: every message of a list by its UID, not only the page on show; with `flags` only those
 * that have them, with `ends` those from one message to another. A picture of this moment:
 * what arrives later is not in it.
 */
export const uids: Action<UidsInput> = {
  method: 'GET',
  isSearch: ({ search }) => search !== undefined,
  async run({ flags, ends, uidValidity: told, ...input }, context) {
    const { mailbox, ...listed } = pageRequest(input, context)
    const { account, signal } = context
    const { set, count, uidValidity } =
      ends === undefined
        ? await account.matchingUids(mailbox, { search: listed.search, flags }, { signal })
        : await account.uidsBetween(mailbox, { ...listed, ends }, { signal, uidValidity: told })
    if (count > MAX_UIDS) throw new Refusal('too_many_messages')
    return { kind: 'uids', mailbox, uidValidity, set, count }
  },
}
