import { z } from 'zod'
import type { NativeOutbox } from '../../../plugin/wire/native/types.ts'
import type { Directory } from '../../../plugin/contacts/directory/directory.ts'
import type { ContactBook } from '../../../plugin/contacts/book/contact-book.ts'
import type { FakeMailbox, FakeMessage } from './fake-mail.ts'

/** Fields of a query or form. */
export type FakeFields = ReadonlyMap<string, string>

/** A message that waits, as the fake keeps it. */
export interface FakeWaiting {
  readonly message: NativeOutbox['messages'][number]
  readonly input: FakeInput
}

/** The account the fake serves. */
export interface FakeAccount {
  readonly contacts: ContactBook
  /** Of the company; none unless a test sets one. */
  directory: Directory | undefined
  readonly mailboxes: Map<string, FakeMailbox>
  readonly pageSize: number
  /** What was sent, once each: the fake keeps the promise of `composeId`. */
  readonly sent: Map<string, FakeInput>
  /** What waits to be sent, by its id. */
  readonly outbox: Map<string, FakeWaiting>
  /** How long sending can be undone. */
  readonly undoSeconds: number
  /** What the mail server wants to be read, until a refresh has told it. */
  readonly notices: string[]
  /** Whether copies of what is sent can be filed. */
  canFile: boolean
}

const query = z.looseObject({ text: z.string(), filter: z.string() })
const list = z.looseObject({
  mailbox: z.string(),
  page: z.number().optional(),
  sort: z.looseObject({ by: z.string(), isDescending: z.boolean() }).optional(),
  search: query.optional(),
  isThreaded: z.boolean().optional(),
})
const message = z.looseObject({ mailbox: z.string(), uid: z.number() })

/** What the page says to an action, as far as the fake or a test looks at it. */
export const fakeInput = z.looseObject({
  ...list.partial().shape,
  /** Of messages, or of contacts. */
  search: z.union([query, z.string()]).optional(),
  uidValidity: z.string().optional(),
  uid: z.number().optional(),
  uids: z.array(z.number()).optional(),
  list: list.optional(),
  selected: z.array(z.tuple([z.number(), z.number()])).optional(),
  flag: z.string().optional(),
  ends: z.tuple([z.number(), z.number()]).optional(),
  target: z.string().optional(),
  isPermanent: z.boolean().optional(),
  isUnrendered: z.boolean().optional(),
  isAhead: z.boolean().optional(),
  charset: z.string().optional(),
  mode: z.string().optional(),
  composeId: z.string().optional(),
  isDraft: z.boolean().optional(),
  isCopyOnly: z.boolean().optional(),
  isAgain: z.boolean().optional(),
  dueAt: z.number().optional(),
  to: z.string().optional(),
  subject: z.string().optional(),
  text: z.string().optional(),
  html: z.string().optional(),
  source: message.optional(),
  origin: message.extend({ mode: z.string() }).optional(),
  keptParts: z.array(z.string()).optional(),
  id: z.string().optional(),
  changes: z
    .array(z.looseObject({ name: z.string(), seen: z.unknown(), wanted: z.unknown() }))
    .optional(),
  /** Names of the files that came along. */
  files: z.array(z.string()).optional(),
})

export type FakeInput = z.output<typeof fakeInput>

/** The message that an input names. */
export function messageOf(input: FakeInput, account: FakeAccount): FakeMessage {
  const found = boxOf(input, account).messages.find(({ row }) => row.uid === input.uid)
  if (found === undefined) throw new Error(`no message ${input.uid ?? ''}`)
  return found
}

/** The mailbox that an input names. */
export function boxOf({ mailbox = 'INBOX' }: FakeInput, account: FakeAccount): FakeMailbox {
  const box = account.mailboxes.get(mailbox)
  if (box === undefined) throw new Error(`no mailbox ${mailbox}`)
  return box
}

/** False when the request names a mailbox that is deleted. */
export function isThere({ mailbox = 'INBOX' }: FakeInput, account: FakeAccount): boolean {
  return account.mailboxes.has(mailbox)
}

/** True when the request names UIDs of a mailbox that was made again since; a bookmark does not say of which. */
export function isReplaced(input: FakeInput, account: FakeAccount): boolean {
  const { uidValidity, uid, uids } = input
  const named = uid ?? uids
  return (
    named !== undefined &&
    uidValidity !== undefined &&
    uidValidity !== boxOf(input, account).uidValidity
  )
}
