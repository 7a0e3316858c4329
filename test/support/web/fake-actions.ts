import type { NativeResponse, NativeList } from '../../../plugin/wire/native/types.ts'
import {
  boxOf,
  field,
  messageOf,
  uidsOf,
  type FakeAccount,
  type FakeFields,
} from './fake-account.ts'
import { fakeCompose, send } from './fake-compose.ts'
import {
  countOf,
  nativeMailbox,
  nativeMessage,
  type FakeMailbox,
  type FakeMessage,
} from './fake-mail.ts'

/** The answer of an action, as plugin/wire/native/types.ts promises it; undefined for an unknown one. */
export function fakeAnswer(
  action: string,
  fields: FakeFields,
  account: FakeAccount,
): NativeResponse | undefined {
  switch (action) {
    case 'folders': {
      const mailboxes = [...account.mailboxes.values()].map(nativeMailbox)
      return { version: 1, kind: 'folders', path: null, quota: null, mailboxes }
    }
    case 'list':
      return { version: 1, ...list(fields, account) }
    case 'check-recent':
      return refresh(fields, account)
    case 'uids': {
      const uids = uidsOfList(fields, account)
      const { path, uidValidity } = boxOf(fields, account)
      const [set, count] = [uids.toSorted((one, other) => one - other).join(','), uids.length]
      return { version: 1, kind: 'uids', mailbox: path, uidValidity, set, count }
    }
    case 'previews': {
      const uids = new Set(uidsOf(fields))
      const previews = boxOf(fields, account)
        .messages.filter(({ row }) => uids.has(row.uid))
        .map(({ row, text }) => ({ uid: row.uid, text }))
      return { version: 1, kind: 'previews', previews }
    }
    case 'recipients': {
      const addresses = [{ name: 'Ada Lovelace', address: 'ada@example.test' }]
      return { version: 1, kind: 'recipients', addresses }
    }
    case 'show': {
      const isUnrendered = field(fields, '_unrendered') === '1'
      const message = messageOf(fields, account)
      return { version: 1, ...nativeMessage(boxOf(fields, account), message, isUnrendered) }
    }
    case 'mark':
      return mark(fields, account)
    case 'move':
      return move(fields, account, field(fields, '_target_mbox'))
    case 'delete':
      return field(fields, '_forever') === '1'
        ? remove(fields, account)
        : move(fields, account, 'Trash')
    case 'folder-size': {
      const { path, messages } = boxOf(fields, account)
      const below = [...account.mailboxes.values()].filter((box) => box.path.startsWith(`${path}/`))
      const all = below.reduce((sum, box) => sum + box.messages.length, messages.length)
      return {
        version: 1,
        kind: 'folder-size',
        mailbox: path,
        messages: all,
        folders: below.length,
      }
    }
    case 'purge':
      return purge(fields, account)
    case 'compose':
      return fakeCompose(fields, account)
    case 'send':
      return { version: 1, ...send(fields, account) }
    case 'keep-alive':
      return { version: 1, kind: 'keep-alive' }
    default:
      return undefined
  }
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

function refresh(fields: FakeFields, account: FakeAccount): NativeResponse {
  const counts = [...account.mailboxes.values()].map(countOf)
  const empty = { version: 1, kind: 'refresh', notices: account.notices.splice(0) } as const
  if (field(fields, '_list') !== '1') {
    return { ...empty, counts, state: null, list: null, changed: [], gone: '' }
  }
  const now = list(fields, account)
  const isSame = now.rows.map((row) => row.uid).join(',') === field(fields, '_uids')
  const changed = isSame ? now.rows.map(({ uid, flags }) => ({ uid, flags })) : []
  const { state } = now
  const there = new Set(boxOf(fields, account).messages.map(({ row }) => row.uid))
  const gone = rangesOf(field(fields, '_ticked'))
    .filter((uid) => !there.has(uid))
    .join(',')
  return { ...empty, counts, state, list: isSame ? null : now, changed, gone }
}

function rangesOf(set: string): readonly number[] {
  const ranges = set === '' ? [] : set.split(',').map((range) => range.split(':').map(Number))
  return ranges.flatMap(([first = 0, last = first]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  )
}

/** The UIDs of a list, all of them or from one message to another. */
function uidsOfList(fields: FakeFields, account: FakeAccount): readonly number[] {
  const { messages } = boxOf(fields, account)
  const change = changeOf(fields)
  const isMeant = (message: FakeMessage) => matches(fields)(message) && isChangedBy(message, change)
  const uids = ordered(messages.filter(isMeant), field(fields, '_sort')).map(({ row }) => row.uid)
  const ends = field(fields, '_ends')
  if (ends === '') return uids
  const places = ends.split(',').map((uid) => uids.indexOf(Number(uid)))
  return uids.slice(Math.min(...places), Math.max(...places) + 1)
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

function changeOf(fields: FakeFields): FlagChange | undefined {
  const found = [...flagChanges].find(([name]) => name === field(fields, '_flag'))
  return found === undefined ? undefined : { flag: found[1][0], isOn: found[1][1] }
}

function mark(fields: FakeFields, account: FakeAccount): NativeResponse {
  const box = boxOf(fields, account)
  const uids = uidsOf(fields)
  const change = changeOf(fields)
  if (change === undefined) throw new Error('no such flag')
  const { flag, isOn } = change
  box.messages = box.messages.map((message) => {
    if (!uids.includes(message.row.uid)) return message
    const others = message.row.flags.filter((other) => other !== flag)
    return { ...message, row: { ...message.row, flags: isOn ? [...others, flag] : others } }
  })
  return done('mark', box, uids, account)
}

function move(fields: FakeFields, account: FakeAccount, target: string): NativeResponse {
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
  const targetUidValidity = destination.uidValidity
  return { ...done('move', box, uids, account), target, targetUidValidity, uidMap }
}

function remove(fields: FakeFields, account: FakeAccount): NativeResponse {
  const box = boxOf(fields, account)
  const uids = uidsOf(fields)
  box.messages = box.messages.filter(({ row }) => !uids.includes(row.uid))
  return done('delete', box, uids, account)
}

function purge(fields: FakeFields, account: FakeAccount): NativeResponse {
  const box = boxOf(fields, account)
  box.messages = []
  return done('purge', box, [], account)
}

type Done = Extract<NativeResponse, { readonly kind: 'done' }>

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
    targetUidValidity: null,
    uidMap: [],
    list: null,
  }
}
