import {
  examineMailbox,
  type MailboxName,
  type TrialSource,
  type TrialVerdict,
} from '../../../proxy/mail/index.ts'
import type { TrialContext } from '../contract/contexts.ts'
import { addressBookOf, looksAtContacts, withAddresses } from './contact-addresses.ts'
import type { TrialInput } from './trial-input.ts'

/** A call ends behind the turn in which this time is over; the page calls again. */
const CALL_MS = 2_000

/** A message that a filter meets, with what happens to it. */
export type MetMessage = Extract<TrialVerdict, { readonly kind: 'met' }>

/** What a filter does to messages of a mailbox, and how far a call came. */
export interface Examined {
  readonly mailbox: MailboxName
  readonly uidValidity: bigint
  /** Messages of the mailbox. */
  readonly total: number
  readonly examined: number
  /** Newest first. */
  readonly met: readonly MetMessage[]
  /** Messages at which the script ends in an error. */
  readonly failed: number
  /** Messages of which nothing can be said. */
  readonly undecided: number
  /** What of the filter is the reason. */
  readonly undecidedBy: string | undefined
  /** Where to go on; undefined: this was the end of the mailbox. */
  readonly next: number | undefined
}

/** Examines messages of a mailbox to the limit, or for the time, of one call. Changes nothing. Throws FilterFault, MailFault. */
export async function examine(
  { mailbox, uidValidity: asked, source, below, limit }: TrialInput,
  context: TrialContext,
): Promise<Examined> {
  const { account, openFilter, signal, now } = context
  const mailboxes = (await account.mailboxes({ signal })).map(({ path }) => path)
  const filter = await openFilter(await sourceOf(source, context), mailboxes)
  const until = now() + CALL_MS
  const verdicts: TrialVerdict[] = []
  try {
    const wanted = { mailbox, uidValidity: asked, below, maxMessages: limit }
    for await (const turn of examineMailbox(account, filter, wanted, signal)) {
      verdicts.push(...turn.verdicts)
      const { uidValidity, total, examined, next } = turn
      if (next !== undefined && examined < limit && now() < until) continue
      return { mailbox, uidValidity, total, examined, ...countsOf(verdicts), next }
    }
  } finally {
    await filter.close()
  }
  throw new Error('A mailbox was examined without a turn')
}

async function sourceOf(
  source: TrialInput['source'],
  { contacts }: Pick<TrialContext, 'contacts'>,
): Promise<TrialSource> {
  if (source.kind === 'script') return source
  const { rule } = source
  const book = looksAtContacts(rule) ? await addressBookOf(contacts) : { addresses: [], total: 0 }
  return { kind: 'rule', rule: withAddresses(rule, book) }
}

function countsOf(verdicts: readonly TrialVerdict[]) {
  const undecided = verdicts.flatMap((one) => (one.kind === 'undecided' ? [one.subject] : []))
  return {
    met: verdicts.filter((one) => one.kind === 'met'),
    failed: verdicts.filter(({ kind }) => kind === 'failed').length,
    undecided: undecided.length,
    undecidedBy: undecided[0],
  }
}
