import { Refusal } from '../../http/refusal.ts'
import type { Action } from '../contract/action.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { listParameters, pageRequest, type ListInput } from './parameters.ts'
import { uidValidityOf } from '../input/named-messages.ts'
import { oneOf, optionalUidList } from '../input/parameters.ts'

interface UidsInput extends ListInput {
  readonly uidValidity: bigint | undefined
  readonly flags: 'SEEN' | 'UNSEEN' | 'FLAGGED' | 'UNFLAGGED' | undefined
  readonly ends: readonly [one: number, other: number] | undefined
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
 * that the mark would change, with `_ends` those from one message to another. A picture of this moment:
 * what arrives later is not in it.
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
    uidValidity: uidValidityOf(parameters, '_uidvalidity'),
    ends: endsOf(parameters),
  }),
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

function endsOf(parameters: Parameters): UidsInput['ends'] {
  const [one, other = one, ...rest] = optionalUidList(parameters, '_ends') ?? []
  if (rest.length > 0) throw new Refusal('input_invalid')
  return one === undefined || other === undefined ? undefined : [one, other]
}
