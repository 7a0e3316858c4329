import type { NativeBody, NativeList, NativeResponse } from '../../../plugin/wire/native/types.ts'
import { boxOf, messageOf, type FakeAccount, type FakeInput } from './fake-account.ts'
import { fakeCompose, send } from './fake-compose.ts'
import { outboxResponse } from './fake-outbox.ts'
import {
  countOf,
  nativeMailbox,
  nativeMessage,
  type FakeMailbox,
  type FakeMessage,
} from './fake-mail.ts'

type Response = NativeBody<NativeResponse['kind']>

/** The response of an action, as plugin/wire/native/types.ts promises it; undefined for an unknown one. */
export function fakeResponse(
  action: string,
  input: FakeInput,
  account: FakeAccount,
): Response | undefined {
  switch (action) {
    case 'folders': {
      const mailboxes = [...account.mailboxes.values()].map(nativeMailbox)
      return { kind: 'folders', path: null, quota: null, mailboxes }
    }
    case 'list':
      return list(input, account)
    case 'check-recent':
      return refresh(input, account)
    case 'uids': {
      const uids = uidsOfList(input, account)
      const { path, uidValidity } = boxOf(input, account)
      const [set, count] = [uids.toSorted((one, other) => one - other).join(','), uids.length]
      return { kind: 'uids', mailbox: path, uidValidity, set, count }
    }
    case 'previews': {
      const uids = new Set(input.uids)
      const previews = boxOf(input, account)
        .messages.filter(({ row }) => uids.has(row.uid))
        .map(({ row, text }) => ({ uid: row.uid, text }))
      return { kind: 'previews', previews }
    }
    case 'recipients': {
      const addresses = [{ name: 'Ada Lovelace', address: 'ada@example.test' }]
      const domains = { internal: [], own: ['example.test'], known: ['example.test'] }
      return { kind: 'recipients', addresses, domains }
    }
    case 'show': {
      const { isUnrendered = false } = input
      const message = messageOf(input, account)
      return nativeMessage(boxOf(input, account), message, isUnrendered)
    }
    case 'conversation': {
      const { path: mailbox, uidValidity } = boxOf(input, account)
      const { row, text } = messageOf(input, account)
      const messages = [{ mailbox, uidValidity, row, text }]
      return { kind: 'conversation', messages, count: 1, isComplete: true }
    }
    case 'mark':
      return mark(input, account)
    case 'move':
      return move(input, account, input.target ?? '')
    case 'delete':
      return input.isPermanent === true ? remove(input, account) : move(input, account, 'Trash')
    case 'folder-size': {
      const { path, messages } = boxOf(input, account)
      const below = [...account.mailboxes.values()].filter((box) => box.path.startsWith(`${path}/`))
      const all = below.reduce((sum, box) => sum + box.messages.length, messages.length)
      return {
        kind: 'folder-size',
        mailbox: path,
        messages: all,
        folders: below.length,
      }
    }
    case 'purge':
      return purge(input, account)
    case 'compose':
      return fakeCompose(input, account)
    case 'send':
      return send(input, account)
    case 'keep-alive':
      return { kind: 'keep-alive' }
    default:
      return outboxResponse(action, input, account)
  }
}

function list(input: FakeInput, account: FakeAccount): NativeList {
  const box = boxOf(input, account)
  const matching = ordered(box.messages.filter(matches(input)), input.sort?.by ?? '')
  const pageCount = Math.max(1, Math.ceil(matching.length / account.pageSize))
  const page = Math.min(pageCount, Math.max(1, input.page ?? 1))
  const first = (page - 1) * account.pageSize
  const { messages, unseen } = countOf(box)
  return {
    kind: 'list',
    mailbox: box.path,
    uidValidity: box.uidValidity,
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

function matches(input: FakeInput): (message: FakeMessage) => boolean {
  const { text, filter } =
    typeof input.search === 'object' ? input.search : { text: '', filter: 'all' }
  const args = text.toLowerCase()
  return ({ row }) => {
    if (!`${row.subject} ${row.from[0]?.name ?? ''}`.toLowerCase().includes(args)) return false
    if (filter === 'unseen') return !row.flags.includes('\\Seen')
    if (filter === 'flagged') return row.flags.includes('\\Flagged')
    return filter !== 'attachment' || row.hasAttachment
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

function refresh(input: FakeInput, account: FakeAccount): Response {
  const counts = [...account.mailboxes.values()].map(countOf)
  const empty = { kind: 'refresh', notices: account.notices.splice(0) } as const
  const { list: shown, uids = [], selected = [] } = input
  if (shown === undefined) {
    return { ...empty, counts, state: null, list: null, changed: [], gone: '' }
  }
  const now = list(shown, account)
  const isSame = now.rows.map((row) => row.uid).join(',') === uids.join(',')
  const changed = isSame ? now.rows.map(({ uid, flags }) => ({ uid, flags })) : []
  const { state } = now
  const there = new Set(boxOf(shown, account).messages.map(({ row }) => row.uid))
  const deleted = uidsIn(selected)
    .filter((uid) => !there.has(uid))
    .join(',')
  return { ...empty, counts, state, list: isSame ? null : now, changed, gone: deleted }
}

function uidsIn(ranges: readonly (readonly [number, number])[]): readonly number[] {
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  )
}

/** The UIDs of a list, all of them or from one message to another. */
function uidsOfList(input: FakeInput, account: FakeAccount): readonly number[] {
  const { messages } = boxOf(input, account)
  const change = changeOf(input)
  const isMeant = (message: FakeMessage) => matches(input)(message) && isChangedBy(message, change)
  const uids = ordered(messages.filter(isMeant), input.sort?.by ?? '').map(({ row }) => row.uid)
  const { ends } = input
  if (ends === undefined) return uids
  const locations = ends.map((uid) => uids.indexOf(uid))
  return uids.slice(Math.min(...locations), Math.max(...locations) + 1)
}

const flagChanges = new Map([
  ['read', ['\\Seen', true]],
  ['unread', ['\\Seen', false]],
  ['flagged', ['\\Flagged', true]],
  ['unflagged', ['\\Flagged', false]],
] as const)

interface FlagChange {
  readonly flag: string
  readonly isOn: boolean
}

function isChangedBy({ row }: FakeMessage, change: FlagChange | undefined): boolean {
  return change === undefined ? true : row.flags.includes(change.flag) !== change.isOn
}

function changeOf(input: FakeInput): FlagChange | undefined {
  const found = [...flagChanges].find(([name]) => name === input.flag)
  return found === undefined ? undefined : { flag: found[1][0], isOn: found[1][1] }
}

function mark(input: FakeInput, account: FakeAccount): Response {
  const box = boxOf(input, account)
  const { uids = [] } = input
  const change = changeOf(input)
  if (change === undefined) throw new Error('no such flag')
  const { flag, isOn } = change
  box.messages = box.messages.map((message) => {
    if (!uids.includes(message.row.uid)) return message
    const others = message.row.flags.filter((other) => other !== flag)
    return { ...message, row: { ...message.row, flags: isOn ? [...others, flag] : others } }
  })
  return done('mark', box, uids, account)
}

function move(input: FakeInput, account: FakeAccount, target: string): Response {
  const box = boxOf(input, account)
  const { uids = [] } = input
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
  const targetUidValidity = destination.uidValidity
  return { ...done('move', box, uids, account), target, targetUidValidity, uidMap }
}

function remove(input: FakeInput, account: FakeAccount): Response {
  const box = boxOf(input, account)
  const { uids = [] } = input
  box.messages = box.messages.filter(({ row }) => !uids.includes(row.uid))
  return done('delete', box, uids, account)
}

function purge(input: FakeInput, account: FakeAccount): Response {
  const box = boxOf(input, account)
  box.messages = []
  return done('purge', box, [], account)
}

type Done = NativeBody<'done'>

function done(
  action: Done['action'],
  box: FakeMailbox,
  uids: readonly number[],
  account: FakeAccount,
): Done {
  const counts = [...account.mailboxes.values()].map(countOf)
  const mailbox = box.path
  return {
    kind: 'done',
    action,
    mailbox,
    uids,
    counts,
    target: null,
    targetUidValidity: null,
    uidMap: [],
    list: null,
  }
}
