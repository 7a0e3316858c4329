import type { NativeRow } from '../../../wire/native/types.ts'
import { isSameMessage, messageNameOf, type MailboxName } from '../../wire/message-name.ts'
import { hasUid, noUids, uidSetOf, type UidSet } from '../../wire/uid-set.ts'
import type { MessageList } from '../list/list.ts'
import type { Navigation } from './navigation.ts'
import type { Reader } from './reader.ts'
import type { Selection } from '../list/selection.ts'
import { signal, type ReadonlySignal } from '@preact/signals'

/** The messages an action is about, by name: they stay the same whatever the list shows by then. */
export interface MessageTarget extends MailboxName {
  readonly uids: UidSet
  /** What is known of them; rows that are not loaded are missing. */
  readonly rows: readonly NativeRow[]
}

interface TargetParts {
  readonly list: MessageList
  readonly selection: Selection
  readonly reader: Reader
  readonly navigation: Navigation
}

/** One message as a target. */
export function oneMessage({ mailbox, uidValidity }: MailboxName, row: NativeRow): MessageTarget {
  return { mailbox, uidValidity, uids: uidSetOf([row.uid]), rows: [row] }
}

/**
 * What an action without a target of its own is about: the selected messages, else the open one, else none.
 * Nothing is a stand-in for a message that was selected. None either while it is still being asked what
 * is selected.
 */
export function chosenTarget(parts: TargetParts): MessageTarget {
  const { list, selection, navigation } = parts
  const { mailbox, uidValidity } = list.name.value
  const uids = selection.selected.value
  const isMessageAlone = navigation.isNarrow.value && navigation.pane.value === 'message'
  if (isMessageAlone) return openTarget(parts)
  if (selection.isChoosing.value) return { mailbox, uidValidity, uids: noUids, rows: [] }
  if (uids.size === 0) return openTarget(parts)
  return { mailbox, uidValidity, uids, rows: list.rowsAmong(uids) }
}

/** A message that is open behind the list of a narrow screen is not on show. */
function openTarget({ list, reader, navigation }: TargetParts): MessageTarget {
  const name = reader.opened.value
  const isHidden = navigation.isNarrow.value && navigation.pane.value !== 'message'
  if (name === undefined || isHidden) return { ...list.name.value, uids: noUids, rows: [] }
  const { mailbox, uidValidity, uid } = name
  const reading = reader.reading.value
  const isShown = reading.kind === 'message' && isSameMessage(messageNameOf(reading.message), name)
  const row = list.rowOf(name) ?? (isShown ? reading.message.row : undefined)
  const rows = row === undefined ? [] : [row]
  return { mailbox, uidValidity, uids: uidSetOf([uid]), rows }
}

/** True when the message is one of the target. */
export function isAmong(
  { uids, ...name }: MessageTarget,
  message: MailboxName & { readonly uid: number },
): boolean {
  return hasUid(uids, message.uid) && isSameMessage({ ...name, uid: message.uid }, message)
}

/** Messages that are dragged to a folder: one, or all that are selected when it is one of them. */
export interface Drag {
  /** The messages as they were named when the drag began; undefined while nothing is dragged. */
  readonly taken: ReadonlySignal<MessageTarget | undefined>
  readonly start: (target: MessageTarget) => void
  readonly end: () => void
}

/** Builds the drag. It stays inside the page: what another window drops here is no message of ours. */
export function createDrag(): Drag {
  const taken = signal<MessageTarget | undefined>(undefined)
  return {
    taken,
    start: (target) => (taken.value = target),
    end: () => (taken.value = undefined),
  }
}
