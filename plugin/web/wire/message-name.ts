import type { NativeDone, NativeMessage, NativeMessageName } from '../../wire/native/types.ts'

/** A mailbox as the page was told it: UIDs mean something only together with both. */
export type MailboxName = Omit<NativeMessageName, 'uid'>

/** The name of an open message. */
export function messageNameOf({ mailbox, uidValidity, row }: NativeMessage): NativeMessageName {
  return { mailbox, uidValidity, uid: row.uid }
}

/** The same for all names of one message. */
export function messageKey({ mailbox, uidValidity, uid }: NativeMessageName): string {
  return `${uidValidity} ${uid} ${mailbox}`
}

/** True when UIDs of both are UIDs of the same messages. */
export function isSameMailbox(one: MailboxName, other: MailboxName): boolean {
  return one.mailbox === other.mailbox && one.uidValidity === other.uidValidity
}

/** True when both name one message. */
export function isSameMessage(one: NativeMessageName, other: NativeMessageName): boolean {
  return one.uid === other.uid && isSameMailbox(one, other)
}

/**
 * Where the messages of an action are now. undefined when the server did not tell it of every one (COPYUID,
 * RFC 4315): then there is no safe way back.
 */
export function movedTo(done: NativeDone): Messages | undefined {
  const { target, targetUidValidity, uids, uidMap } = done
  if (target === null || targetUidValidity === null || uidMap.length < uids.length) return undefined
  return { mailbox: target, uidValidity: targetUidValidity, uids: uidMap.map(([, uid]) => uid) }
}

/** Messages by UID. */
export interface Messages extends MailboxName {
  readonly uids: readonly number[]
}
