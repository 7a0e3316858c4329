import type { MailboxName } from '../../../proxy/mail/index.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { optionalMailboxName, pageNumber, uidOf } from './fields.ts'
import type { PageBookmark, PageCompose } from '../native/types.ts'
import { withDecodedNames } from './decode.ts'

const MAX_LINE_CHARS = 10_000
const MAX_BODY_CHARS = 10_000

/** A bookmark whose mailbox has its one form. */
export interface Bookmark extends PageBookmark {
  readonly mailbox: MailboxName | null
}

/**
 * What the query of a page's address asks to be opened, in the words of Roundcube's bookmarks. What can
 * not be understood is left out: a page comes in any case. Null when nothing is requested.
 */
export function bookmarkOf(parameters: Parameters): Bookmark | null {
  const mailbox = understood(() => optionalMailboxName(withDecodedNames(parameters), '_mbox'))
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
    fields: {
      to: oneLine(fields.to),
      cc: oneLine(given('cc')),
      bcc: oneLine(given('bcc')),
      subject: oneLine(given('subject')),
      text: printable(given('body')).slice(0, MAX_BODY_CHARS),
      inReplyTo: MESSAGE_ID.exec(fields.inReplyTo)?.[0] ?? null,
    },
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

/** As `send` takes it. */
const MESSAGE_ID = /^<[^\s<>\p{Cc}]{1,996}>$/u

/** The fields of a new message that an address may name. */
interface MailtoFields {
  readonly to: string
  readonly cc: string
  readonly bcc: string
  readonly subject: string
  readonly body: string
  readonly inReplyTo: string
}

/** Where the header of a message has one such field, the first of an address counts. */
const LIST_FIELDS: ReadonlySet<string> = new Set(['to', 'cc', 'bcc'])

/**
 * Reads a mailto address (RFC 6068) as a browser passes it to the webmail that handles such links. Text
 * that is none counts as addresses; fields that a link must not set, such as attachments, are left out.
 */
export function mailtoFields(text: string): MailtoFields {
  const [, addresses = '', query = ''] = /^mailto:([^?#]*)(?:\?([^#]*))?/i.exec(text) ?? []
  const none = { cc: '', bcc: '', subject: '', body: '', inReplyTo: '' }
  if (!/^mailto:/i.test(text)) return { to: text, ...none }
  const fields = new Map<string, string>()
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(decoded)
    // Of a page that wrote `&` as HTML does, and was copied as it was written.
    const key = name.toLowerCase().replace(/^amp;/, '')
    const before = fields.get(key)
    if (before === undefined) fields.set(key, value)
    else if (LIST_FIELDS.has(key)) fields.set(key, `${before}, ${value}`)
  }
  const field = (name: string) => fields.get(name) ?? ''
  return {
    to: [decoded(addresses), field('to')].filter((list) => list !== '').join(', '),
    cc: field('cc'),
    bcc: field('bcc'),
    subject: field('subject'),
    body: field('body'),
    inReplyTo: field('in-reply-to').trim(),
  }
}

/** In mailto a plus sign is a plus sign (RFC 6068 5), so this is not the decoding of forms. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not UTF-8: shown as it was written.
    return text
  }
}
