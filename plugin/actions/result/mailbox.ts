import type { MailboxState } from '../../../proxy/mail/index.ts'

/** The part of a state that a client may hold and send back: equal tokens mean an unchanged mailbox. */
export interface HeldState {
  readonly uidValidity: bigint
  /** undefined when the server has no CONDSTORE (RFC 7162): then a flag may change and the token not. */
  readonly highestModseq: bigint | undefined
}

/** What a token says. */
export interface ReportedState extends HeldState {
  readonly messages: number
}

/** One short word for a mailbox state; it changes whenever the mailbox does. */
export function stateToken(state: MailboxState): string {
  const { uidValidity, uidNext, messages, unseen, highestModseq } = state
  return `${uidValidity}.${uidNext}.${messages}.${unseen}.${highestModseq ?? ''}`
}

/** Reads a token of ours back; undefined for anything else. */
export function heldState(token: string): ReportedState | undefined {
  const match = /^(\d{1,20})\.\d{1,20}\.(\d{1,20})\.\d{1,20}\.(\d{0,20})$/.exec(token)
  const [, uidValidity, messages, modseq] = match ?? []
  if (uidValidity === undefined) return undefined
  return {
    uidValidity: BigInt(uidValidity),
    messages: Number(messages),
    highestModseq: modseq === undefined || modseq === '' ? undefined : BigInt(modseq),
  }
}
