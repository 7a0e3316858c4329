import type { MailboxState } from '../../../../proxy/mail/index.ts'
import { envelope } from '../encode.ts'
import { execLine } from '../exec.ts'
import { flagMarks } from '../message-row.ts'

/** What all answers have: the busy message of the request, `0` or nothing for none. */
interface Asked {
  readonly action: string
  readonly unlock: string | undefined
}

/** A folder under the name Roundcube has for it: modified UTF-7. */
export interface CountedFolder {
  readonly name: string
  readonly state: Pick<MailboxState, 'messages' | 'unseen'>
}

/** What Roundcube's `getunread` depends on. */
interface UnreadView {
  /** In the order of its page. */
  readonly folders: readonly CountedFolder[]
  /** The one on show. */
  readonly shown: string
  readonly trash: string
  /** Counts of unread messages that the session was told before. */
  readonly told: Readonly<Record<string, number>>
}

/** The answer to `keep-alive`. */
export function writeKeepAlive(asked: Asked): string {
  return envelope({ ...asked, exec: '' })
}

/**
 * The answer to `getunread`: the counts that are not 0, or new to the session, and that of the folder on show; how many
 * messages the trash holds behind its line.
 */
export function writeGetunread(asked: Asked, { folders, shown, trash, told }: UnreadView): string {
  const lines = folders.map(({ name, state }) => {
    const isTitle = name === 'INBOX' && shown === 'INBOX'
    const isTold = state.unseen > 0 || name === shown || told[name] !== state.unseen
    const unread = isTold ? execLine('set_unread_count', name, state.unseen, isTitle) : ''
    return unread + (name === trash ? trashLine(state) : '')
  })
  return envelope({ ...asked, exec: lines.join('') })
}

/** What a page shows that is refreshed. */
interface RefreshedPage {
  /** Flags of messages on show that have changed, by UID; undefined for a page without messages. */
  readonly flags: ReadonlyMap<number, readonly string[]> | undefined
  /** The search whose results it shows, and what was looked for. */
  readonly results: { readonly id: string; readonly text: string } | undefined
}

/** The answer to `refresh` and `check-recent` where no message has come or gone in any of the folders asked for. */
export function writeRefresh(
  asked: Asked & RefreshedPage,
  folders: readonly CountedFolder[],
  { trash, told }: Pick<UnreadView, 'trash' | 'told'>,
): string {
  const lines = folders.map(({ name, state }) => {
    const isTold = name === 'INBOX' || told[name] !== state.unseen
    const unread = isTold ? unreadLine(name, state.unseen) : ''
    return unread + (name === trash ? trashLine(state) : '')
  })
  const { action, unlock, flags, results } = asked
  const env = {
    ...(results === undefined ? {} : { search_request: results.id, search_text: results.text }),
    ...(flags === undefined ? {} : { recent_flags: phpMap([...flags].map(changedFlags)) }),
  }
  const isSaid = Object.keys(env).length > 0 ? { env } : {}
  return envelope({ action, unlock, ...isSaid, exec: lines.join('') })
}

function changedFlags([uid, flags]: readonly [number, readonly string[]]) {
  return [String(uid), phpMap(Object.entries(flagMarks(flags)))] as const
}

/** PHP writes an empty map as a list. */
function phpMap(entries: readonly (readonly [string, unknown])[]) {
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

/** The count as lists tell it. */
export function unreadLine(name: string, unseen: number): string {
  return execLine('set_unread_count', name, unseen, name === 'INBOX', '')
}

/** How many messages the trash holds. */
export function trashLine({ messages }: Pick<MailboxState, 'messages'>): string {
  return execLine('set_trash_count', messages)
}
