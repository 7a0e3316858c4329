import { Readable } from 'node:stream'
import type {
  Account,
  MailEvent,
  UidOptions,
  WatchOptions,
} from '../../../proxy/mail/model/account.ts'
import type { PageRequest } from '../../../proxy/mail/model/message-list.ts'
import type { Message, MessagePart } from '../../../proxy/mail/model/message.ts'
import { MailFault } from '../../../proxy/mail/model/mail-fault.ts'
import type { Mailbox, MailboxState, SpecialUse } from '../../../proxy/mail/model/mailbox.ts'
import type { MessageRow } from '../../../proxy/mail/model/summary.ts'
import { rowOf, stateOf } from './samples.ts'
import { mailboxName } from '../../../proxy/mail/model/mailbox-name.ts'

/** What a fake account holds and what was asked of it. */
export interface FakeMail {
  readonly account: Account
  /** Every verb that was called, with what it was about. */
  readonly calls: (readonly unknown[])[]
  /** The UIDVALIDITY that each verb about UIDs was held to. */
  readonly heldTo: (bigint | undefined)[]
  rows: readonly MessageRow[]
  state: MailboxState
  counts: readonly MailboxState[]
  mailboxes: readonly Mailbox[]
  message: Message
  parts: ReadonlyMap<string, { readonly part: MessagePart; readonly content: Buffer }>
  /** What removing messages permanently does to the rows. */
  onRemove: (uids: readonly number[]) => void
  /** Called before a message is filed. */
  onAppend: () => void
  /** What the mail server wants its user to read. */
  readonly notices: string[]
  /** Verbs that fail from now on. */
  readonly broken: Set<keyof Account>
  /** Watches that are open. */
  readonly watches: Set<WatchOptions>
  /** Notifies every open watch. */
  publish(event: MailEvent): void
}

/** An account in memory: our own contract, so that what an action does can be told from what IMAP does. */
export function fakeMail(): FakeMail {
  const calls: (readonly unknown[])[] = []
  const heldTo: (bigint | undefined)[] = []
  const broken = new Set<keyof Account>()
  const watches = new Set<WatchOptions>()
  const reach = (verb: keyof Account, ...about: readonly unknown[]): void => {
    calls.push([verb, ...about])
    if (broken.has(verb)) throw new MailFault('unavailable', 'BYE Disconnected: Shutting down')
  }
  const reachUids = (
    { uidValidity }: UidOptions,
    verb: keyof Account,
    ...about: readonly unknown[]
  ): void => {
    heldTo.push(uidValidity)
    reach(verb, ...about)
  }
  const mail: FakeMail = {
    calls,
    heldTo,
    notices: [],
    broken,
    watches,
    publish: (event) => {
      for (const { listener } of watches) listener(event)
    },
    onRemove: () => undefined,
    onAppend: () => undefined,
    rows: [rowOf({ uid: 3 }), rowOf({ uid: 2 }), rowOf({ uid: 1 })],
    state: stateOf({ messages: 3, uidNext: 4 }),
    counts: [
      stateOf(),
      stateOf({ path: mailboxName('Archive'), unseen: 1 }),
      stateOf({ path: mailboxName('Trash') }),
    ],
    mailboxes: [
      mailbox('INBOX', 'inbox'),
      mailbox('Drafts', 'drafts'),
      mailbox('Sent', 'sent'),
      mailbox('Junk', 'junk'),
      mailbox('Trash', 'trash'),
      mailbox('Archive'),
    ],
    message: messageOf(),
    parts: new Map(),
    account: {
      user: 'user0001@example.test',
      takeNotices: () => mail.notices.splice(0),
      async mailboxes() {
        reach('mailboxes')
        return mail.mailboxes
      },
      async counts() {
        reach('counts')
        return mail.counts
      },
      async page(request: PageRequest) {
        reach('page', request)
        const { rows, state } = mail
        const total = request.search === undefined ? state.messages : rows.length
        return { state, page: request.page, pageCount: 1, total, rows, lastUid: state.uidNext - 1 }
      },
      async message(name, uid, options) {
        reachUids(options, 'message', name, uid)
        return mail.message
      },
      async part(name, uid, partId, options) {
        reachUids(options, 'part', name, uid, partId)
        const found = mail.parts.get(partId)
        if (found === undefined) throw new MailFault('message_not_found', 'no such part')
        return { part: found.part, stream: Readable.from([found.content]) }
      },
      async parts(name, uid, partIds, options) {
        return Promise.all(partIds.map((partId) => this.part(name, uid, partId, options)))
      },
      async source(name, uid, options) {
        reachUids(options, 'source', name, uid)
        return Readable.from([Buffer.from('Subject: x\r\n\r\n')])
      },
      async storedMessages(name, about, options) {
        reachUids(options, 'storedMessages', name, about)
        const messages = mail.rows.map(({ summary: { uid, size, date }, flags }) => {
          const header = Buffer.from(`Subject: Message ${uid}\r\n\r\n`)
          const place = { arrivedAt: date, zoneMinutes: 0, body: Buffer.from('Text\r\n') }
          return { uid, flags, size, header, ...place }
        })
        const { uidValidity, messages: total } = mail.state
        return { uidValidity, total, messages, next: undefined }
      },
      async setFlags(name, uids, change, options) {
        reachUids(options, 'setFlags', name, uids, change)
      },
      async move(name, uids, target, options) {
        reachUids(options, 'move', name, uids, target)
        const uidMap = new Map(uids.map((uid) => [uid, uid + 100]))
        return { count: uids.length, uidMap, targetUidValidity: 9n }
      },
      async copy(name, uids, target, options) {
        reachUids(options, 'copy', name, uids, target)
        return { count: uids.length, uidMap: undefined, targetUidValidity: undefined }
      },
      async remove(name, uids, options) {
        reachUids(options, 'remove', name, uids)
        mail.onRemove(uids)
      },
      async matchingUids(name, about) {
        reach('matchingUids', name, about)
        return { set: '1:3', count: 3, uidValidity: mail.state.uidValidity }
      },
      async conversation(request, options) {
        reachUids(options, 'conversation', request.mailbox, request.uid)
        const { mailbox } = request
        const { uidValidity } = mail.state
        const messages = mail.rows.map((row) => ({ mailbox, uidValidity, row, preview: 'Text' }))
        return { messages, count: messages.length, isComplete: true }
      },
      async find(request) {
        reach('find', request)
        return { found: [], refused: [], searched: request.mailboxes.length }
      },
      async uidsBetween(name, about, options) {
        reachUids(options, 'uidsBetween', name, about)
        return { set: '1:3', count: 3, uidValidity: mail.state.uidValidity }
      },
      async missingUids(name, uids, options) {
        reachUids(options, 'missingUids', name, uids)
        return uids.some(([first, last]) => first <= 2 && 2 <= last) ? [[2, 2]] : []
      },
      async quotas() {
        reach('quotas')
        return []
      },
      async overview() {
        reach('overview')
        const { mailboxes, counts } = mail
        return { mailboxes, counts, quota: { usedBytes: 1024, limitBytes: 4096 } }
      },
      async previews(name, uids, options) {
        reachUids(options, 'previews', name, uids)
        return new Map(uids.map((uid) => [uid, `Words of ${uid}`]))
      },
      async rows(name, uids, options) {
        reachUids(options, 'rows', name, uids)
        return uids.map((uid) => ({
          ...mail.message.row,
          summary: { ...mail.message.row.summary, uid },
        }))
      },
      async createMailbox({ parent, name, specialUse }) {
        reach('createMailbox', parent, name, ...(specialUse === undefined ? [] : [specialUse]))
        return mailboxName(parent === undefined ? name : `${parent}.${name}`)
      },
      async renameMailbox(path, { parent, name }) {
        reach('renameMailbox', path, parent, name)
        return mailboxName(parent === undefined ? name : `${parent}.${name}`)
      },
      async deleteMailbox(path) {
        reach('deleteMailbox', path)
      },
      async setSubscribed(path, isSubscribed) {
        reach('setSubscribed', path, isSubscribed)
      },
      async deleteBelow(name) {
        reach('deleteBelow', name)
      },
      async branchSize(name) {
        reach('branchSize', name)
        return { messages: 7, mailboxes: 2 }
      },
      async empty(name, options) {
        reachUids(options, 'empty', name)
      },
      async append(name, source, flags) {
        reach('append', name, source.toString(), flags)
        mail.onAppend()
        return { mailbox: name, uidValidity: 9n, uid: 77 }
      },
      watch(options) {
        reach('watch', options.mailbox)
        watches.add(options)
        return {
          close: () => {
            watches.delete(options)
          },
        }
      },
    },
  }
  return mail
}

/** A message with a plain body; what is not said is absent. */
export function messageOf(changes: Partial<Message> = {}): Message {
  return {
    uidValidity: stateOf().uidValidity,
    row: rowOf({ uid: 3 }),
    replyTo: [],
    bcc: [],
    inReplyTo: undefined,
    references: [],
    text: 'Hello',
    html: undefined,
    isTruncated: false,
    partsLeftOut: 0,
    attachments: [],
    inlineParts: [],
    ...changes,
  }
}

/** A part by its id; what is not said is a small PDF. */
export function partOf(id: string, changes: Partial<MessagePart> = {}): MessagePart {
  return {
    id,
    type: 'application/pdf',
    filename: 'report.pdf',
    size: 100,
    disposition: 'attachment',
    contentId: undefined,
    contentLocation: undefined,
    ...changes,
  }
}

function mailbox(path: string, specialUse?: SpecialUse): Mailbox {
  return {
    path: mailboxName(path),
    name: path,
    delimiter: '.',
    specialUse,
    isSubscribed: true,
    isSelectable: true,
  }
}
