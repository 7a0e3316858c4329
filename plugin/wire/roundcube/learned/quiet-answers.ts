import type { MailboxState } from '../../../../proxy/mail/index.ts'
import { envelope } from '../encode.ts'
import { execLine } from '../exec.ts'

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
}

/** The answer to `keep-alive`. */
export function writeKeepAlive(asked: Asked): string {
  return envelope({ ...asked, exec: '' })
}

/**
 * The answer to `getunread` of a session that was told all counts before: those that are not 0, and that of the folder
 * on show; how many messages the trash holds behind its line.
 */
export function writeGetunread(asked: Asked, { folders, shown, trash }: UnreadView): string {
  const lines = folders.map(({ name, state }) => {
    const isTitle = name === 'INBOX' && shown === 'INBOX'
    const isTold = state.unseen > 0 || name === shown
    const unread = isTold ? execLine('set_unread_count', name, state.unseen, isTitle) : ''
    return unread + (name === trash ? trashLine(state) : '')
  })
  return envelope({ ...asked, exec: lines.join('') })
}

/** What a page shows that is refreshed. */
interface RefreshedPage {
  readonly hasRows: boolean
  /** The search whose results it shows, and what was looked for. */
  readonly results: { readonly id: string; readonly text: string } | undefined
}

/** The answer to `refresh` and `check-recent` where nothing is new in any of the folders asked for. */
export function writeNothingNew(
  asked: Asked & RefreshedPage,
  folders: readonly CountedFolder[],
  trash: string,
): string {
  const lines = folders.map(({ name, state }) => {
    const unread = name === 'INBOX' ? unreadLine(name, state.unseen) : ''
    return unread + (name === trash ? trashLine(state) : '')
  })
  const { action, unlock, hasRows, results } = asked
  const env = {
    ...(results === undefined ? {} : { search_request: results.id, search_text: results.text }),
    // Flags are told of rows on show.
    ...(hasRows ? { recent_flags: [] } : {}),
  }
  const told = Object.keys(env).length > 0 ? { env } : {}
  return envelope({ action, unlock, ...told, exec: lines.join('') })
}

/** The count as lists tell it. */
export function unreadLine(name: string, unseen: number): string {
  return execLine('set_unread_count', name, unseen, name === 'INBOX', '')
}

/** How many messages the trash holds. */
export function trashLine({ messages }: Pick<MailboxState, 'messages'>): string {
  return execLine('set_trash_count', messages)
}
