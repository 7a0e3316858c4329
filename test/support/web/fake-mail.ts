import type {
  NativeCount,
  NativeListedPart,
  NativeMailbox,
  NativeMessage,
  NativeRow,
} from '../../../plugin/wire/native/types.ts'

/** A message of the fake: what a list shows of it, and its bodies. */
export interface FakeMessage {
  readonly row: NativeRow
  readonly text: string
  readonly html: string | undefined
  readonly attachments: readonly NativeListedPart[]
  /** Parts that are not listed. */
  readonly partsLeftOut?: number | undefined
  /** There is only HTML: the text comes when it is requested. */
  readonly isTextMissing?: boolean | undefined
}

/** A mailbox of the fake; its messages are in order of arrival. */
export interface FakeMailbox {
  readonly path: string
  readonly specialUse: NativeMailbox['specialUse']
  /** Another one when the mailbox is deleted and made again. */
  uidValidity: string
  messages: FakeMessage[]
  uidNext: number
}

const firstDate = Date.UTC(2026, 10, 1, 9, 0)
const minuteMs = 60_000

/** A message with the given parts; the rest is filled in. */
export function fakeMessage(
  uid: number,
  parts: Partial<NativeRow> & Partial<Omit<FakeMessage, 'row'>> = {},
): FakeMessage {
  const { text, html, attachments = [], isTextMissing, ...row } = parts
  return {
    row: {
      uid,
      subject: `Message ${uid}`,
      from: [{ name: `Sender ${uid}`, address: `sender${uid}@example.test` }],
      to: [{ name: '', address: 'owner@example.test' }],
      cc: [],
      date: firstDate + uid * minuteMs,
      size: 2_000 + uid,
      flags: ['\\Seen'],
      hasAttachment: attachments.length > 0,
      contentType: html === undefined ? 'text/plain' : 'text/html',
      priority: null,
      ...row,
    },
    text: text ?? `Text of message ${uid}.`,
    html,
    attachments,
    isTextMissing,
  }
}

/** The mailboxes of a new account, with `count` messages in INBOX. */
export function fakeMailboxes(count: number): Map<string, FakeMailbox> {
  const inbox = Array.from({ length: count }, (_, index) => fakeMessage(index + 1))
  const boxes = [
    mailbox('INBOX', 'inbox', inbox),
    mailbox('Drafts', 'drafts'),
    mailbox('Sent', 'sent'),
    mailbox('Archive', 'archive'),
    mailbox('Junk', 'junk'),
    mailbox('Trash', 'trash'),
    mailbox('Projects', null),
    mailbox('Projects/Postern', null),
  ]
  return new Map(boxes.map((box) => [box.path, box]))
}

/** A mailbox with these messages. */
export function mailbox(
  path: string,
  specialUse: FakeMailbox['specialUse'],
  messages: FakeMessage[] = [],
): FakeMailbox {
  return { path, specialUse, uidValidity: '1', messages, uidNext: messages.length + 1 }
}

/** Counts of a mailbox. */
export function countOf({ path, messages }: FakeMailbox): NativeCount {
  const unseen = messages.filter(({ row }) => !row.flags.includes('\\Seen')).length
  return { mailbox: path, messages: messages.length, unseen }
}

/** A mailbox as the folder list tells it. */
export function nativeMailbox(box: FakeMailbox): NativeMailbox {
  const { messages, unseen } = countOf(box)
  return {
    path: box.path,
    name: box.path.slice(box.path.lastIndexOf('/') + 1),
    delimiter: '/',
    specialUse: box.specialUse,
    isUseChosen: false,
    isSubscribed: true,
    isSelectable: true,
    messages,
    unseen,
  }
}

/** A message as it is opened, at once or once its HTML was read. */
export function nativeMessage(
  box: FakeMailbox,
  message: FakeMessage,
  isUnrendered: boolean,
): NativeMessage {
  const isTextMissing = isUnrendered && message.isTextMissing === true
  return {
    kind: 'message',
    mailbox: box.path,
    uidValidity: box.uidValidity,
    row: message.row,
    replyTo: [],
    bcc: [],
    text: isTextMissing ? '' : message.text,
    ...(isTextMissing ? { isTextMissing } : {}),
    hasHtml: message.html !== undefined,
    hasRemoteContent: message.html?.includes('https://') ?? false,
    html:
      isUnrendered && message.html !== undefined
        ? { content: message.html, base: null, isFromContact: false }
        : null,
    isTruncated: false,
    partsLeftOut: message.partsLeftOut ?? 0,
    trust: { authentication: [], warnings: [] },
    unsubscribe: [],
    receipt: null,
    attachments: message.attachments,
  }
}
