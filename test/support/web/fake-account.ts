import type { Directory } from '../../../plugin/contacts/directory/directory.ts'
import type { ContactBook } from '../../../plugin/contacts/book/contact-book.ts'
import type { FakeMailbox, FakeMessage } from './fake-mail.ts'

/** Fields of a query or form. */
export type FakeFields = ReadonlyMap<string, string>

/** The account the fake serves. */
export interface FakeAccount {
  readonly contacts: ContactBook
  /** Of the company; none unless a test sets one. */
  directory: Directory | undefined
  readonly mailboxes: Map<string, FakeMailbox>
  readonly pageSize: number
  /** Forms that were sent, once each: the fake keeps the promise of `_compose_id`. */
  readonly sent: Map<string, FakeFields>
  /** What the mail server wants to be read, until a refresh has told it. */
  readonly notices: string[]
  /** Whether copies of what is sent can be filed. */
  canFile: boolean
}

/** The message that `_mbox` and `_uid` name. */
export function messageOf(fields: FakeFields, account: FakeAccount): FakeMessage {
  const uid = Number(field(fields, '_uid'))
  const message = boxOf(fields, account).messages.find(({ row }) => row.uid === uid)
  if (message === undefined) throw new Error(`no message ${uid}`)
  return message
}

/** The mailbox that `_mbox` names. */
export function boxOf(fields: FakeFields, account: FakeAccount): FakeMailbox {
  const path = field(fields, '_mbox') || 'INBOX'
  const box = account.mailboxes.get(path)
  if (box === undefined) throw new Error(`no mailbox ${path}`)
  return box
}

/** False when the request names a mailbox that is gone. */
export function isThere(fields: FakeFields, account: FakeAccount): boolean {
  return account.mailboxes.has(field(fields, '_mbox') || 'INBOX')
}

/** True when the request names UIDs of a mailbox that was made anew since; a bookmark does not say of which. */
export function isReplaced(fields: FakeFields, account: FakeAccount): boolean {
  const named = field(fields, '_uidvalidity')
  return fields.has('_uid') && named !== '' && named !== boxOf(fields, account).uidValidity
}

/** The UIDs of `_uid`. */
export function uidsOf(fields: FakeFields): readonly number[] {
  return field(fields, '_uid').split(',').map(Number)
}

/** One field; empty when it is missing. */
export function field(fields: FakeFields, name: string): string {
  return fields.get(name) ?? ''
}
