import type { Account } from '../../model/account.ts'
import type { MailboxName } from '../../model/mailbox-name.ts'
import type { StoredMessage } from '../../model/stored-message.ts'
import type { TrialVerdict } from './trial.ts'

/** A filter that was made ready in a place of its own (plugin/parsing). */
export interface OpenFilter {
  /** Whether it may look at bodies: else they are not read. */
  readonly hasBodies: boolean
  /** The verdicts in the order of the messages. */
  decide(messages: readonly StoredMessage[]): Promise<readonly TrialVerdict[]>
  close(): Promise<void>
}

/** Which messages of a mailbox are examined. */
export interface Examination {
  readonly mailbox: MailboxName
  /** As in `UidOptions`. */
  readonly uidValidity: bigint | undefined
  /** Only messages with a lower UID; undefined: from the newest on. */
  readonly below: number | undefined
  readonly maxMessages: number
}

/** What was examined in one turn, and how far that is. */
export interface ExaminedMessages {
  readonly uidValidity: bigint
  /** Messages of the mailbox. */
  readonly total: number
  /** Since the beginning. */
  readonly examined: number
  /** Of the messages of this turn, by falling UID. */
  readonly verdicts: readonly TrialVerdict[]
  /** Where to go on; undefined: this was the end of the mailbox. */
  readonly next: number | undefined
}

/** Messages of one turn on the account's connection: to read them takes this process some milliseconds. */
const HEADERS_AT_ONCE = 50
const BODIES_AT_ONCE = 25

/**
 * The verdicts of a filter on the messages of a mailbox, newest first, turn by turn: between two turns other requests have the
 * connection, and whoever stops iterating has stopped it. Throws MailFault, what the filter throws, the reason of the signal.
 */
export async function* examineMailbox(
  account: Pick<Account, 'storedMessages'>,
  filter: Pick<OpenFilter, 'hasBodies' | 'decide'>,
  { mailbox, uidValidity: asked, below, maxMessages }: Examination,
  signal: AbortSignal,
): AsyncGenerator<ExaminedMessages> {
  const { hasBodies } = filter
  const atOnce = hasBodies ? BODIES_AT_ONCE : HEADERS_AT_ONCE
  let uidValidity = asked
  let from = below
  let examined = 0
  do {
    const wanted = { below: from, maxMessages: Math.min(atOnce, maxMessages - examined), hasBodies }
    const read = await account.storedMessages(mailbox, wanted, { signal, uidValidity })
    const verdicts = await filter.decide(read.messages)
    const { total, next } = read
    uidValidity = read.uidValidity
    from = next
    examined += read.messages.length
    yield { uidValidity, total, examined, verdicts, next }
  } while (from !== undefined && examined < maxMessages)
}
