import {
  mailboxName,
  type MailboxName,
  type SortKey,
  type SortOrder,
} from '../../../proxy/mail/index.ts'
import type {
  NamedMailbox,
  NamedMessage,
  NamedMessages,
} from '../../actions/input/named-messages.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { Refusal } from '../../http/refusal.ts'

/** RFC 9051 4: UIDs are unsigned 32-bit numbers, and 0 is none. */
const MAX_UID = 4_294_967_295
/** UIDs of one request; a page shows far fewer. */
const MAX_UIDS = 5_000
const MAX_PAGE = 10_000_000
const MAX_MAILBOX_BYTES = 1_000
const CONTROL = /\p{Cc}/u
/** An IMAP section of numbers (RFC 9051 6.4.5), never `HEADER` or `TEXT`; behind a colon what is found within a part (proxy/mail/mime/structure/entity.ts). */
const SECTION = /^[1-9][0-9]{0,3}([.:][1-9][0-9]{0,3}){0,63}$/

/** A mailbox name that must be there. */
export function requiredMailboxName(parameters: Parameters, name: string): MailboxName {
  const mailbox = optionalMailboxName(parameters, name)
  if (mailbox === undefined) throw new Refusal('input_invalid')
  return mailbox
}

/** A mailbox name in UTF-8 and its one form, or undefined when the parameter is missing or empty. */
export function optionalMailboxName(parameters: Parameters, name: string): MailboxName | undefined {
  const text = parameters.get(name)
  if (text === undefined || text === '') return undefined
  if (CONTROL.test(text) || Buffer.byteLength(text) > MAX_MAILBOX_BYTES) {
    throw new Refusal('input_invalid')
  }
  return mailboxName(text, parameters.inboxPrefix)
}

/** Reads `_mbox` and `_uidvalidity`. */
export function namedMailbox(parameters: Parameters): NamedMailbox {
  return {
    mailbox: requiredMailboxName(parameters, '_mbox'),
    uidValidity: uidValidityOf(parameters, '_uidvalidity'),
  }
}

/** Reads `_mbox`, `_uidvalidity` and the UIDs of `_uid`. */
export function namedMessages(parameters: Parameters): NamedMessages {
  return { ...namedMailbox(parameters), uids: uidList(parameters) }
}

/** Reads `_mbox`, `_uidvalidity` and the one UID of `_uid`. */
export function namedMessage(parameters: Parameters): NamedMessage {
  return { ...namedMailbox(parameters), uid: uidOf(parameters) }
}

/** A UIDVALIDITY the client was told; undefined when it does not say. */
export function uidValidityOf(parameters: Parameters, name: string): bigint | undefined {
  const text = parameters.get(name) ?? ''
  if (text === '') return undefined
  if (!/^[0-9]{1,20}$/.test(text)) throw new Refusal('input_invalid')
  return BigInt(text)
}

/** The 1-based page requested; undefined when the request names none. */
export function pageNumber(parameters: Parameters): number | undefined {
  const text = parameters.get('_page')
  return text === undefined || text === '' ? undefined : wholeNumber(text, MAX_PAGE)
}

/** The one UID of `_uid`. */
export function uidOf(parameters: Parameters, name = '_uid'): number {
  return wholeNumber(parameters.get(name) ?? '', MAX_UID)
}

/** UIDs as `1,2,3`: at least one, each once. `*` is refused: an action names what it acts on. */
function uidList(parameters: Parameters): readonly number[] {
  const uids = optionalUidList(parameters, '_uid') ?? []
  if (uids.length === 0) throw new Refusal('input_invalid')
  return uids
}

/** UIDs as `1,2,3`, an empty list for an empty text, undefined when the parameter is missing. */
export function optionalUidList(
  parameters: Parameters,
  name: string,
): readonly number[] | undefined {
  const text = parameters.get(name)
  if (text === undefined) return undefined
  if (text === '') return []
  const words = text.split(',', MAX_UIDS + 1)
  if (words.length > MAX_UIDS) throw new Refusal('input_invalid')
  return [...new Set(words.map((word) => wholeNumber(word, MAX_UID)))]
}

const MAX_CHARSET_CHARS = 60

/** Reads `_charset`: what the user says a message is written in. Whatever no one knows counts as nothing said. */
export function chosenCharset(parameters: Parameters): string | undefined {
  return singleLine(parameters, '_charset', MAX_CHARSET_CHARS) || undefined
}

/** The section of a part. */
export function section(parameters: Parameters, name: string): string {
  const text = parameters.get(name) ?? ''
  if (!SECTION.test(text)) throw new Refusal('input_invalid')
  return text
}

/** `date_DESC` and the like; undefined when the request names no order, which means newest arrival first. */
export function sortOrder(parameters: Parameters): SortOrder | undefined {
  const text = parameters.get('_sort')
  if (text === undefined || text === '') return undefined
  const [column, direction, ...rest] = text.split('_')
  const by = SORT_KEYS.get(column ?? '')
  if (by === undefined || rest.length > 0 || !/^(ASC|DESC)$/.test(direction ?? '')) {
    throw new Refusal('input_invalid')
  }
  return { by, isDescending: direction === 'DESC' }
}

const SORT_KEYS: ReadonlyMap<string, SortKey> = new Map([
  ['arrival', 'received'],
  ['date', 'date'],
  ['from', 'from'],
  // Roundcube's column that is the sender here and the recipient in Sent.
  ['fromto', 'from'],
  ['to', 'to'],
  ['cc', 'cc'],
  ['subject', 'subject'],
  ['size', 'size'],
])

/** One of the words a parameter may have. */
export function oneOf<Word extends string>(
  parameters: Parameters,
  name: string,
  words: readonly Word[],
): Word {
  const text = parameters.get(name)
  const word = words.find((candidate) => candidate === text)
  if (word === undefined) throw new Refusal('input_invalid')
  return word
}

/** Text of one line, within a bound; empty when the parameter is missing. */
export function singleLine(parameters: Parameters, name: string, maxChars: number): string {
  const text = parameters.get(name) ?? ''
  if (text.length > maxChars || CONTROL.test(text)) throw new Refusal('input_invalid')
  return text
}

/** True when a switch such as `_list=1` is on. */
export function isOn(parameters: Parameters, name: string): boolean {
  return parameters.get(name) === '1'
}

/** Plain ASCII digits, at least 1: no sign, no blank, no exponent, no leading zero. */
function wholeNumber(text: string, max: number): number {
  const number = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number <= max)) throw new Refusal('input_invalid')
  return number
}
