import type { MailboxState } from '../../../../proxy/mail/index.ts'
import { envelope } from '../encode.ts'
import { execLine } from '../exec.ts'
import { flagMarks } from '../message-row.ts'

/** What all responses have: the busy message of the request, `0` or nothing for none. */
interface Requested {
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
  readonly reported: Readonly<Record<string, number>>
}

/** The response to `keep-alive`. */
export function writeKeepAlive(requested: Requested): string {
  return envelope({ ...requested, exec: '' })
}

/**
 * The response to `getunread`: the counts that are not 0, or new to the session, and that of the folder on show; how many
 * messages the trash holds behind its line.
 */
export function writeGetunread(
  requests: Requested,
  { folders, shown, trash, reported }: UnreadView,
): string {
  const lines = folders.map(({ name, state }) => {
    const isTitle = name === 'INBOX' && shown === 'INBOX'
    const isReported = state.unseen > 0 || name === shown || reported[name] !== state.unseen
    const unread = isReported ? execLine('set_unread_count', name, state.unseen, isTitle) : ''
    return unread + (name === trash ? trashLine(state) : '')
  })
  return envelope({ ...requests, exec: lines.join('') })
}

/** What a page shows that is refreshed. */
interface RefreshedPage {
  /** Flags of messages on show that have changed, by UID; undefined for a page without messages. */
  readonly flags: ReadonlyMap<number, readonly string[]> | undefined
  /** The search whose results it shows, and what was looked for. */
  readonly results: { readonly id: string; readonly text: string } | undefined
}

/** The response to `refresh` and `check-recent` where no message has come or gone in any of the folders requested. */
export function writeRefresh(
  requested: Requested & RefreshedPage,
  folders: readonly CountedFolder[],
  { trash, reported }: Pick<UnreadView, 'trash' | 'reported'>,
): string {
  const lines = folders.map(({ name, state }) => {
    const isReported = name === 'INBOX' || reported[name] !== state.unseen
    const unread = isReported ? unreadLine(name, state.unseen) : ''
    return unread + (name === trash ? trashLine(state) : '')
  })
  const { action, unlock, flags, results } = requested
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
