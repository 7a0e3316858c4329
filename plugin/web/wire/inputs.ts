import type {
  NativeCompose,
  NativeInputOf,
  NativeMailbox,
  NativeMessage,
} from '../../wire/native/types.ts'
import type { MailboxName } from './message-name.ts'
import { listInput, type ListQuery } from './query.ts'
import type { UidSet } from './uid-set.ts'

// What the page queries the server's actions with.

export type MarkFlag = 'read' | 'unread' | 'flagged' | 'unflagged'
/** `send-unasked`: as the owner has it for all messages. */
export type ReceiptResponse = NativeInputOf<'receipt'>['answer']
export type InvitationAnswer = NativeInputOf<'reply-invitation'>['answer']
/** A use that a folder can be made for. */
export type CreatableUse = Exclude<NonNullable<NativeMailbox['specialUse']>, 'inbox'>
/** `as-new`: what a new message holds at its beginning. */
export type ComposeMode = Exclude<NativeCompose['mode'], 'new'> | 'as-new'
/** The text of a message, or the beginning of it. */
export type MessageText = Pick<NativeMessage, 'text' | 'isTruncated'>

/** Messages of a mailbox, and nothing else of what is known of them. */
export function messagesInput({ mailbox, uidValidity }: MailboxName, uids: readonly number[]) {
  return { mailbox, uidValidity: validityInput(uidValidity), uids }
}

/** One message, and nothing else of what is known of it. */
export function messageInput({
  mailbox,
  uidValidity,
  uid,
}: MailboxName & { readonly uid: number }) {
  return { mailbox, uidValidity: validityInput(uidValidity), uid }
}

/** The page does not know it of a bookmark, nor before the first list: the mailbox as it is now is meant. */
export function validityInput(uidValidity: string): string | undefined {
  return uidValidity === '' ? undefined : uidValidity
}

/** What the page has on show when it asks what changed. */
export interface Shown {
  readonly query: ListQuery
  readonly page: number
  readonly uids: readonly number[]
  readonly state: string
}

/** More ranges than the server looks through are not told: what is deleted of them shows when they are acted on. */
const maxRanges = 5_000

/** `selected` is a set of UIDs of the mailbox on show: the response says which of them are deleted. */
export function refreshInput(
  shown: Shown | undefined,
  selected: UidSet,
): NativeInputOf<'check-recent'> {
  if (shown === undefined) return { isCounting: true }
  const { query, page, uids, state } = shown
  const isReported = selected.size > 0 && selected.ranges.length <= maxRanges
  return {
    list: listInput(query, page),
    uids,
    state,
    isCounting: true,
    selected: isReported ? selected.ranges : undefined,
  }
}
