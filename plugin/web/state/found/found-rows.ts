import type { NativeDone, NativeMessageName, NativeRow } from '../../../wire/native/types.ts'
import type { DoneAction } from '../../wire/http/http-client.ts'
import { isSameMessage, messageKey } from '../../wire/message-name.ts'
import type { MarkFlag } from '../../wire/inputs.ts'
import { uidSetOf } from '../../wire/uid-set.ts'
import { flagEdit } from '../action/flags.ts'
import type { MessageTarget } from '../message/target.ts'

/** A message that was found, with its folder. */
export interface FoundRow {
  readonly name: NativeMessageName
  readonly row: NativeRow
  /** It was moved to where no search of all folders looks; an undo brings it back. */
  readonly isAway: boolean
}

/** The rows after an action: marks changed, moved messages under their new names, deleted ones left out. */
export function afterAction<Row extends FoundRow>(
  rows: readonly Row[],
  { done, input }: DoneAction,
  leftOut: readonly (string | undefined)[],
): readonly Row[] {
  const uids = new Set(done.uids)
  const validity = 'uidValidity' in input ? input.uidValidity : undefined
  const isAmong = ({ name }: FoundRow) =>
    name.mailbox === done.mailbox &&
    (validity ?? name.uidValidity) === name.uidValidity &&
    uids.has(name.uid)
  if (!rows.some(isAmong)) return rows
  switch (done.action) {
    case 'mark': {
      const flag = 'flag' in input ? markOf(input.flag) : undefined
      if (flag === undefined) return rows
      return rows.map((one) => (isAmong(one) ? marked(one, flag) : one))
    }
    case 'move':
    case 'delete':
      return rows.flatMap((one) => {
        if (!isAmong(one)) return [one]
        const name = movedName(one.name, done)
        if (name === undefined) return []
        const row = { ...one.row, uid: name.uid }
        return [{ ...one, name, row, isAway: leftOut.includes(name.mailbox) }]
      })
    case 'expunge':
    case 'purge':
      return rows.filter((one) => !isAmong(one))
    case 'copy':
      return rows
  }
}

/** undefined where the server does not tell where it is (COPYUID, RFC 4315), or it is deleted permanently. */
function movedName(
  { uid }: NativeMessageName,
  { target, targetUidValidity, uidMap }: NativeDone,
): NativeMessageName | undefined {
  const moved = uidMap.find(([before]) => before === uid)?.[1]
  if (target === null || targetUidValidity === null || moved === undefined) return undefined
  return { mailbox: target, uidValidity: targetUidValidity, uid: moved }
}

function marked<Row extends FoundRow>(one: Row, flag: MarkFlag): Row {
  return { ...one, row: { ...one.row, flags: flagEdit(flag)(one.row.flags) } }
}

function markOf(flag: unknown): MarkFlag | undefined {
  return MARKS.find((mark) => mark === flag)
}

const MARKS: readonly MarkFlag[] = ['read', 'unread', 'flagged', 'unflagged']

/** One target for each folder, in the order of the rows: UIDs mean something only within one. */
export function targetsOf(rows: readonly FoundRow[]): readonly MessageTarget[] {
  const groups = new Map<string, FoundRow[]>()
  for (const one of rows) {
    const key = `${one.name.uidValidity} ${one.name.mailbox}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { mailbox, uidValidity } = first.name
    const uids = uidSetOf(group.map(({ name }) => name.uid))
    return [{ mailbox, uidValidity, uids, rows: group.map(({ row }) => row) }]
  })
}

/** The row of a message among these. */
export function rowNamed<Row extends FoundRow>(
  rows: readonly Row[],
  name: NativeMessageName,
): Row | undefined {
  return rows.find((one) => isSameMessage(one.name, name))
}

/** What a row is known by while its message lies where it lies. */
export function keyOf({ name }: FoundRow): string {
  return messageKey(name)
}
