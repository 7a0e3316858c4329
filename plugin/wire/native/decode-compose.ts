import { isComposeId, type DraftOrigin } from '../../../proxy/mail/index.ts'
import type { ComposeInput } from '../../actions/compose/compose.ts'
import type { ReaderLocale } from '../../actions/compose/quoting.ts'
import type { SendInput } from '../../actions/compose/send-input.ts'
import type { SavedDraftsInput } from '../../actions/send/saved-drafts.ts'
import { wholeMessageUid } from '../../actions/compose/whole-messages.ts'
import type { NamedMessage, NamedMessages } from '../../actions/input/named-messages.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { Refusal } from '../../http/refusal.ts'
import { optionalIdentity } from './decode-settings.ts'
import {
  chosenCharset,
  isOn,
  isSection,
  namedMessage,
  namedMessages,
  oneOf,
  singleLine,
} from '../fields.ts'

/** Of `limits.recipients` at its highest, with usual names: who has more is told how many there may be. */
const MAX_ADDRESS_CHARS = 500_000
/** More than is read of a subject, so that any message can be answered; it is folded where it is sent. */
const MAX_SUBJECT_CHARS = 10_000
/** Of a text, and of HTML with its markup. */
const MAX_TEXT_CHARS = 1_000_000
const MAX_REFERENCES = 100
/** As many as are listed of one message, so that any can be forwarded. */
const MAX_PARTS = 2_000
const MAX_LINE_CHARS = 10_000
/** Each is searched for. */
const MAX_UNANSWERED_SAVES = 8
/** Messages attached to one. */
const MAX_ATTACHED = 100
const MAX_LOCALE_CHARS = 100
const SEND_MODES = ['new', 'reply', 'reply-all', 'forward', 'draft'] as const
const COMPOSE_MODES = ['reply', 'reply-all', 'forward', 'draft', 'attach'] as const
const MESSAGE_ID = /^<[^\s<>\p{Cc}]{1,996}>$/u

/** Reads what the composer is opened with. */
export function composeInput(parameters: Parameters): ComposeInput {
  if ((parameters.get('_mode') ?? 'new') === 'new') {
    const to = singleLine(parameters, '_to', MAX_LINE_CHARS)
    return { mode: 'new', to, subject: singleLine(parameters, '_subject', MAX_LINE_CHARS) }
  }
  const mode = oneOf(parameters, '_mode', COMPOSE_MODES)
  if (mode === 'attach') return { mode, ...attachable(parameters) }
  const reader = readerLocale(parameters)
  return { mode, ...namedMessage(parameters), reader, charset: chosenCharset(parameters) }
}

function attachable(parameters: Parameters): NamedMessages {
  const messages = namedMessages(parameters)
  if (messages.uids.length > MAX_ATTACHED) throw new Refusal('too_many_messages')
  return messages
}

/** Reads the composer's form. Throws Refusal('input_invalid') for anything that could become a header of its own. */
export function sendInput(parameters: Parameters): SendInput {
  const mode =
    parameters.get('_mode') === undefined ? 'new' : oneOf(parameters, '_mode', SEND_MODES)
  const inReplyTo = messageIds(parameters, '_in_reply_to', 1)[0]
  const source = sourceOf(parameters)
  return {
    composeId: composeId(parameters),
    isDraft: isOn(parameters, '_draft'),
    saveId: saveIds(parameters, '_save_id', 1)[0],
    unansweredSaves: saveIds(parameters, '_unanswered_saves', MAX_UNANSWERED_SAVES),
    isAgain: isOn(parameters, '_again'),
    isCopyOnly: isOn(parameters, '_copy'),
    identity: optionalIdentity(parameters),
    requestsReceipt: isOn(parameters, '_receipt'),
    to: singleLine(parameters, '_to', MAX_ADDRESS_CHARS),
    cc: singleLine(parameters, '_cc', MAX_ADDRESS_CHARS),
    bcc: singleLine(parameters, '_bcc', MAX_ADDRESS_CHARS),
    subject: singleLine(parameters, '_subject', MAX_SUBJECT_CHARS),
    ...written(parameters),
    inReplyTo,
    references: messageIds(parameters, '_references', MAX_REFERENCES),
    mode,
    source,
    origin: mode === 'draft' ? originOf(parameters) : startedFrom(mode, source),
    hasOriginal: isOn(parameters, '_original'),
    reader: readerLocale(parameters),
    keptParts: keptParts(parameters),
    files: parameters.files,
  }
}

function composeId(parameters: Parameters): string {
  const text = parameters.get('_compose_id') ?? ''
  if (!isComposeId(text)) throw new Refusal('input_invalid')
  return text
}

/** Reads the saves that a page never heard of. Throws Refusal('input_invalid') without any. */
export function savedDraftsInput(parameters: Parameters): SavedDraftsInput {
  const saves = saveIds(parameters, '_unanswered_saves', MAX_UNANSWERED_SAVES)
  if (saves.length === 0) throw new Refusal('input_invalid')
  return { saves }
}

/** They become part of a Message-ID. */
function saveIds(parameters: Parameters, name: string, max: number): readonly string[] {
  const ids = (parameters.get(name) ?? '').split(',', max + 1).filter((id) => id !== '')
  if (ids.length > max || !ids.every(isComposeId)) throw new Refusal('input_invalid')
  return ids
}

/** `_message` is HTML with `_is_html=1`, as in Roundcube's own form. */
function written(parameters: Parameters): Pick<SendInput, 'text' | 'html'> {
  const text = bodyText(parameters)
  return isOn(parameters, '_is_html') ? { text: '', html: text } : { text, html: undefined }
}

function bodyText(parameters: Parameters): string {
  // Drafts quote messages that have a NUL: everybody leaves it out.
  const text = (parameters.get('_message') ?? '').replaceAll('\0', '')
  if (text.length > MAX_TEXT_CHARS) throw new Refusal('body_too_large')
  return text
}

function messageIds(parameters: Parameters, name: string, max: number): readonly string[] {
  const words = (parameters.get(name) ?? '').split(' ', max + 1).filter((word) => word !== '')
  if (words.length > max || !words.every((word) => MESSAGE_ID.test(word))) {
    throw new Refusal('input_invalid')
  }
  return words
}

function sourceOf(parameters: Parameters): SendInput['source'] {
  if ((parameters.get('_source_uid') ?? '') === '') return undefined
  return namedMessage(parameters, '_source')
}

function startedFrom(mode: SendInput['mode'], source: SendInput['source']): SendInput['origin'] {
  if (source === undefined || mode === 'new' || mode === 'draft') return undefined
  return originAt(mode, source)
}

function originOf(parameters: Parameters): SendInput['origin'] {
  if ((parameters.get('_origin_mode') ?? '') === '') return undefined
  const mode = oneOf(parameters, '_origin_mode', ['reply', 'reply-all', 'forward'])
  return originAt(mode, namedMessage(parameters, '_origin'))
}

/** A draft may be sent years later: only with its UIDVALIDITY the UID is still sure to be the same message. */
function originAt(
  mode: DraftOrigin['mode'],
  { mailbox, uidValidity, uid }: NamedMessage,
): DraftOrigin | undefined {
  return uidValidity === undefined ? undefined : { mode, mailbox, uidValidity, uid }
}

function keptParts(parameters: Parameters): readonly string[] {
  const words = (parameters.get('_forward_parts') ?? '').split(',', MAX_PARTS + 1)
  const parts = words.filter((word) => word !== '')
  const others = parts.filter((part) => !isSection(part))
  if (parts.length > MAX_PARTS || !others.every((part) => wholeMessageUid(part) !== undefined)) {
    throw new Refusal('input_invalid')
  }
  if (others.length > MAX_ATTACHED) throw new Refusal('too_many_messages')
  return parts
}

/** Reads `_timezone` and `_locale`; undefined when a browser names none, or one that nobody knows. */
function readerLocale(parameters: Parameters): ReaderLocale | undefined {
  const [timeZone, locale] = [parameters.get('_timezone') ?? '', parameters.get('_locale') ?? '']
  if (timeZone === '' || `${timeZone}${locale}`.length > MAX_LOCALE_CHARS) return undefined
  try {
    const options = new Intl.DateTimeFormat(locale || undefined, { timeZone }).resolvedOptions()
    return { timeZone: options.timeZone, locale: options.locale }
  } catch {
    // RangeError is the only way it says so; without a zone the time is told in UTC.
    return undefined
  }
}
