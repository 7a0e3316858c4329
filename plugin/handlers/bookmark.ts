import type { Parameters } from '../http/body/parameters.ts'
import { optionalMailboxName, pageNumber, uidOf } from '../actions/input/parameters.ts'
import type { PageBookmark, PageCompose } from '../wire/native/types.ts'
import { mailtoFields } from './mailto.ts'

const MAX_LINE_CHARS = 10_000
const MAX_BODY_CHARS = 10_000

/**
 * What the query of a page's address asks to be opened, in the words of Roundcube's bookmarks. What can
 * not be understood is left out: a page comes in any case. Null when nothing is asked for.
 */
export function bookmarkOf(parameters: Parameters): PageBookmark | null {
  // Roundcube's addresses spell mailbox names in modified UTF-7 (RFC 3501 5.1.3); others stay as they are.
  const named: Parameters = { ...parameters, wire: 'roundcube' }
  const mailbox = understood(() => optionalMailboxName(named, '_mbox'))
  const page = understood(() => pageNumber(parameters))
  const uid = understood(() => uidOf(parameters))
  const isComposing = parameters.get('_action') === 'compose'
  if (isComposing) return { mailbox, page, uid: null, compose: composeOf(parameters, mailbox) }
  if (mailbox === null && page === null && uid === null) return null
  return { mailbox, page, uid, compose: null }
}

const QUOTING_MODES = [
  ['_draft_uid', 'draft'],
  ['_forward_uid', 'forward'],
  ['_reply_uid', 'reply'],
] as const

function composeOf(parameters: Parameters, mailbox: string | null): PageCompose {
  for (const [name, mode] of QUOTING_MODES) {
    const uid = understood(() => uidOf(parameters, name))
    if (uid === null) continue
    const isToAll = mode === 'reply' && (parameters.get('_all') ?? '') !== ''
    return { kind: 'answer', mode: isToAll ? 'reply-all' : mode, mailbox: mailbox ?? 'INBOX', uid }
  }
  const fields = mailtoFields(parameters.get('_to') ?? '')
  const given = (name: 'cc' | 'bcc' | 'subject' | 'body') =>
    parameters.get(`_${name}`) ?? fields[name]
  return {
    kind: 'new',
    to: oneLine(fields.to),
    cc: oneLine(given('cc')),
    bcc: oneLine(given('bcc')),
    subject: oneLine(given('subject')),
    text: printable(given('body')).slice(0, MAX_BODY_CHARS),
  }
}

function understood<Value>(read: () => Value | undefined): Value | null {
  try {
    return read() ?? null
  } catch {
    // Refused as input of an action; a page only opens nothing for it.
    return null
  }
}

/** A line end in a header field would begin another one. */
function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim().slice(0, MAX_LINE_CHARS)
}

function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
}
