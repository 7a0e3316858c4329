import { isComposeId, type DraftOrigin } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Parameters, UploadedFile } from '../../http/body/parameters.ts'
import { SECTION } from '../part/get.ts'
import { namedMessage, type NamedMessage } from '../input/named-messages.ts'
import { isOn, oneOf, singleLine } from '../input/parameters.ts'
import { readerLocale, type ReaderLocale } from './reader-locale.ts'
import { WHOLE_MESSAGE } from './whole-messages.ts'

/** A message as the composer posts it; addresses are still as typed. */
export interface SendInput {
  /** Made by the page once per composed message. */
  readonly composeId: string
  readonly isDraft: boolean
  /** To be sent although it may have been delivered before. */
  readonly isAgain: boolean
  /** Already sent: only its copy is to be filed. */
  readonly isCopyOnly: boolean
  readonly to: string
  readonly cc: string
  readonly bcc: string
  readonly subject: string
  readonly text: string
  readonly inReplyTo: string | undefined
  readonly references: readonly string[]
  readonly mode: 'new' | 'reply' | 'reply-all' | 'forward' | 'draft'
  /** The message answered, forwarded or reopened. */
  readonly source: NamedMessage | undefined
  /** What a reply or forward is made of, also when it was a draft meanwhile. */
  readonly origin: DraftOrigin | undefined
  /** True when the HTML of the source goes along below the text. */
  readonly hasOriginal: boolean
  /** How the writer reads dates. */
  readonly reader: ReaderLocale | undefined
  /** Parts of the source that go along: sections, or whole messages of its mailbox. */
  readonly keptParts: readonly string[]
  readonly files: readonly UploadedFile[]
}

const MAX_ADDRESS_CHARS = 100_000
/** RFC 5322 2.1.1: a line has at most 998 characters. */
const MAX_SUBJECT_CHARS = 998
const MAX_TEXT_CHARS = 1_000_000
const MAX_REFERENCES = 100
const MAX_PARTS = 100
const MODES = ['new', 'reply', 'reply-all', 'forward', 'draft'] as const
const MESSAGE_ID = /^<[^\s<>\p{Cc}]{1,996}>$/u

/** Reads the composer's form. Throws Refusal('input_invalid') for anything that could become a header of its own. */
export function sendParameters(parameters: Parameters): SendInput {
  const mode = parameters.get('_mode') === undefined ? 'new' : oneOf(parameters, '_mode', MODES)
  const inReplyTo = messageIds(parameters, '_in_reply_to', 1)[0]
  const source = sourceOf(parameters)
  return {
    composeId: composeId(parameters),
    isDraft: isOn(parameters, '_draft'),
    isAgain: isOn(parameters, '_again'),
    isCopyOnly: isOn(parameters, '_copy'),
    to: singleLine(parameters, '_to', MAX_ADDRESS_CHARS),
    cc: singleLine(parameters, '_cc', MAX_ADDRESS_CHARS),
    bcc: singleLine(parameters, '_bcc', MAX_ADDRESS_CHARS),
    subject: singleLine(parameters, '_subject', MAX_SUBJECT_CHARS),
    text: bodyText(parameters),
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

function bodyText(parameters: Parameters): string {
  const text = parameters.get('_message') ?? ''
  if (text.length > MAX_TEXT_CHARS || text.includes('\0')) throw new Refusal('input_invalid')
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
  if (
    parts.length > MAX_PARTS ||
    !parts.every((part) => SECTION.test(part) || WHOLE_MESSAGE.test(part))
  ) {
    throw new Refusal('input_invalid')
  }
  return parts
}
