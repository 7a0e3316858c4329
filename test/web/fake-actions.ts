import type { NativeAnswer, NativeList, NativeSent } from '../../plugin/wire/native-types.ts'
import {
  countOf,
  fakeMessage,
  nativeMailbox,
  nativeMessage,
  type FakeMailbox,
  type FakeMessage,
} from './fake-mail.ts'

/** Fields of a query or form. */
export type FakeFields = ReadonlyMap<string, string>

/** The account the fake serves. */
export interface FakeAccount {
  readonly mailboxes: Map<string, FakeMailbox>
  readonly pageSize: number
  /** Forms that were sent, once each: the fake keeps the promise of `_compose_id`. */
  readonly sent: Map<string, FakeFields>
}

/** The answer of an action, as plugin/wire/native-types.ts promises it; undefined for an unknown one. */
export function fakeAnswer(
  action: string,
  fields: FakeFields,
  account: FakeAccount,
): NativeAnswer | undefined {
  switch (action) {
    case 'folders': {
      const mailboxes = [...account.mailboxes.values()].map(nativeMailbox)
      return { version: 1, kind: 'folders', mailboxes }
    }
    case 'list':
      return { version: 1, ...list(fields, account) }
    case 'check-recent':
      return refresh(fields, account)
    case 'show':
      return { version: 1, ...nativeMessage(boxOf(fields, account), messageOf(fields, account)) }
    case 'mark':
      return mark(fields, account)
    case 'move':
      return move(fields, account, field(fields, '_target_mbox'))
    case 'delete':
      return move(fields, account, 'Trash')
    case 'purge':
      return purge(fields, account)
    case 'compose':
      return compose(fields, account)
    case 'send':
      return { version: 1, ...send(fields, account) }
    case 'keep-alive':
      return { version: 1, kind: 'keep-alive' }
    default:
      return undefined
  }
}

/** The message that `_mbox` and `_uid` name. */
export function messageOf(fields: FakeFields, account: FakeAccount): FakeMessage {
  const uid = Number(field(fields, '_uid'))
  const message = boxOf(fields, account).messages.find(({ row }) => row.uid === uid)
  if (message === undefined) throw new Error(`no message ${uid}`)
  return message
}

function list(fields: FakeFields, account: FakeAccount): NativeList {
  const box = boxOf(fields, account)
  const matching = ordered(box.messages.filter(matches(fields)), field(fields, '_sort'))
  const pageCount = Math.max(1, Math.ceil(matching.length / account.pageSize))
  const page = Math.min(pageCount, Math.max(1, Number(field(fields, '_page') || '1')))
  const first = (page - 1) * account.pageSize
  const { messages, unseen } = countOf(box)
  return {
    kind: 'list',
    mailbox: box.path,
    state: JSON.stringify(box.messages.map(({ row }) => [row.uid, row.flags])).length.toString(),
    messages,
    unseen,
    total: matching.length,
    page,
    pageSize: account.pageSize,
    pageCount,
    rows: matching.slice(first, first + account.pageSize).map(({ row }) => row),
  }
}

function matches(fields: FakeFields): (message: FakeMessage) => boolean {
  const words = field(fields, '_search').toLowerCase()
  const filter = field(fields, '_filter')
  return ({ row }) => {
    if (!`${row.subject} ${row.from[0]?.name ?? ''}`.toLowerCase().includes(words)) return false
    if (filter === 'UNSEEN') return !row.flags.includes('\\Seen')
    if (filter === 'FLAGGED') return row.flags.includes('\\Flagged')
    return filter !== 'ATTACHMENT' || row.hasAttachment
  }
}

function ordered(messages: readonly FakeMessage[], sort: string): readonly FakeMessage[] {
  const newestFirst = messages.toReversed()
  if (sort.startsWith('date')) {
    return newestFirst.toSorted((one, other) => one.row.date - other.row.date)
  }
  if (sort.startsWith('subject')) {
    return newestFirst.toSorted((one, other) => one.row.subject.localeCompare(other.row.subject))
  }
  return newestFirst
}

function refresh(fields: FakeFields, account: FakeAccount): NativeAnswer {
  const counts = [...account.mailboxes.values()].map(countOf)
  if (field(fields, '_list') !== '1') {
    return { version: 1, kind: 'refresh', counts, list: null, changed: [] }
  }
  const now = list(fields, account)
  const isSame = now.rows.map((row) => row.uid).join(',') === field(fields, '_uids')
  const changed = isSame ? now.rows.map(({ uid, flags }) => ({ uid, flags })) : []
  return { version: 1, kind: 'refresh', counts, list: isSame ? null : now, changed }
}

const flagChanges = new Map([
  ['read', ['\\Seen', true]],
  ['unread', ['\\Seen', false]],
  ['flagged', ['\\Flagged', true]],
  ['unflagged', ['\\Flagged', false]],
] as const)

function mark(fields: FakeFields, account: FakeAccount): NativeAnswer {
  const box = boxOf(fields, account)
  const uids = uidsOf(fields)
  const change = [...flagChanges].find(([name]) => name === field(fields, '_flag'))
  if (change === undefined) throw new Error('no such flag')
  const [, [flag, isOn]] = change
  box.messages = box.messages.map((message) => {
    if (!uids.includes(message.row.uid)) return message
    const others = message.row.flags.filter((other) => other !== flag)
    return { ...message, row: { ...message.row, flags: isOn ? [...others, flag] : others } }
  })
  return done('mark', box, uids, account)
}

function move(fields: FakeFields, account: FakeAccount, target: string): NativeAnswer {
  const box = boxOf(fields, account)
  const uids = uidsOf(fields)
  const destination = account.mailboxes.get(target)
  if (destination === undefined) throw new Error(`no mailbox ${target}`)
  const moved = box.messages.filter(({ row }) => uids.includes(row.uid))
  box.messages = box.messages.filter(({ row }) => !uids.includes(row.uid))
  const uidMap = moved.map(({ row, ...message }) => {
    const uid = destination.uidNext
    destination.uidNext += 1
    destination.messages.push({ ...message, row: { ...row, uid } })
    return [row.uid, uid] as const
  })
  return { ...done('move', box, uids, account), target, uidMap }
}

function purge(fields: FakeFields, account: FakeAccount): NativeAnswer {
  const box = boxOf(fields, account)
  box.messages = []
  return done('purge', box, [], account)
}

type Done = Extract<NativeAnswer, { readonly kind: 'done' }>

function done(
  action: Done['action'],
  box: FakeMailbox,
  uids: readonly number[],
  account: FakeAccount,
): Done {
  const counts = [...account.mailboxes.values()].map(countOf)
  const mailbox = box.path
  return {
    version: 1,
    kind: 'done',
    action,
    mailbox,
    uids,
    counts,
    target: null,
    uidMap: [],
    list: null,
  }
}

function compose(fields: FakeFields, account: FakeAccount): NativeAnswer {
  const { row, text, attachments } = messageOf(fields, account)
  const mode = field(fields, '_mode')
  const source = { mailbox: field(fields, '_mbox'), uid: row.uid }
  const empty = {
    cc: [],
    bcc: [],
    references: [],
    inReplyTo: null,
    attachments: [],
    source,
  } as const
  if (mode === 'draft') {
    const { subject, to } = row
    return { version: 1, kind: 'compose', ...empty, mode, to, subject, text, attachments }
  }
  const quoted = `\n\n${text.replace(/^/gm, '> ')}`
  if (mode === 'forward') {
    const subject = `Fwd: ${row.subject}`
    return {
      version: 1,
      kind: 'compose',
      ...empty,
      mode,
      to: [],
      subject,
      text: quoted,
      attachments,
    }
  }
  const subject = `Re: ${row.subject}`
  const inReplyTo = `<${row.uid}@example.test>`
  return {
    version: 1,
    kind: 'compose',
    ...empty,
    mode: 'reply',
    to: row.from,
    subject,
    text: quoted,
    inReplyTo,
  }
}

function send(fields: FakeFields, account: FakeAccount): NativeSent {
  const isDraft = field(fields, '_draft') === '1'
  const target = account.mailboxes.get(isDraft ? 'Drafts' : 'Sent')
  if (target === undefined) throw new Error('no mailbox for the copy')
  const composeId = field(fields, '_compose_id')
  const uid = target.uidNext
  if (isDraft || !account.sent.has(composeId)) {
    target.uidNext += 1
    const to = [{ name: '', address: field(fields, '_to') }]
    const subject = field(fields, '_subject')
    target.messages.push(fakeMessage(uid, { subject, to, text: field(fields, '_message') }))
    if (!isDraft) account.sent.set(composeId, fields)
  }
  const filedIn = target.path
  return { kind: 'sent', isDraft, messageId: `<${composeId}@example.test>`, filedIn, filedUid: uid }
}

function boxOf(fields: FakeFields, account: FakeAccount): FakeMailbox {
  const path = field(fields, '_mbox') || 'INBOX'
  const box = account.mailboxes.get(path)
  if (box === undefined) throw new Error(`no mailbox ${path}`)
  return box
}

function uidsOf(fields: FakeFields): readonly number[] {
  return field(fields, '_uid').split(',').map(Number)
}

function field(fields: FakeFields, name: string): string {
  return fields.get(name) ?? ''
}
