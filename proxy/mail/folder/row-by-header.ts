import type { FetchedItems } from '../connection/connection.ts'
import { bytesOf, numberOf } from '../imap/parser/value.ts'
import { detached } from '../mime/header/detached.ts'
import { decodeHeaderText } from '../mime/header/encoded-word.ts'
import type { EnvelopeLimits } from '../mime/header/envelope.ts'
import { looseAddresses } from '../mime/header/loose-addresses.ts'
import { parseMailDate } from '../mime/header/mail-date.ts'
import { fieldValues } from '../mime/header/header-field.ts'
import { cutText } from '../mime/harmless-text.ts'
import type { MessageRow } from '../model/summary.ts'
import { parseFlags, ROW_LIMITS } from './row-parser.ts'

/** Bytes of each group of fields. */
const MAX_FIELD_BYTES = 8_192

/** Each group apart, so that a field of any length leaves the others their room. */
const FIELD_GROUPS = ['SUBJECT', 'FROM', 'TO', 'CC', 'DATE X-PRIORITY CONTENT-TYPE', 'MESSAGE-ID']

/** The field of the sender alone. */
export const SENDER_ITEM = `BODY.PEEK[HEADER.FIELDS (FROM)]<0.${MAX_FIELD_BYTES}>`

/** What a row is made of when the server cannot tell it as ENVELOPE and BODYSTRUCTURE. */
export const HEADER_ROW_ITEMS = [
  'INTERNALDATE RFC822.SIZE',
  ...FIELD_GROUPS.map((names) => `BODY.PEEK[HEADER.FIELDS (${names})]<0.${MAX_FIELD_BYTES}>`),
].join(' ')

/** Reads a row from a FETCH of HEADER_ROW_ITEMS, or from as much of it as there is. */
export function parseRowByHeader(
  uid: number,
  items: FetchedItems,
  { maxAddresses, maxSubjectCharacters }: EnvelopeLimits = ROW_LIMITS,
): MessageRow {
  const header = headerText(items)
  const field = (name: string) => fieldValues(header, name)[0] ?? ''
  const addresses = (name: string) =>
    looseAddresses(fieldValues(header, name).join(','), maxAddresses)
  const contentType = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(field('content-type'))?.[1] ?? 'text/plain'
  const subject = cutText(decodeHeaderText(field('subject')), maxSubjectCharacters)
  const date = parseMailDate(field('date')) ?? parseMailDate(bytesOf(items.get('INTERNALDATE')))
  const priority = /^[1-5]/.exec(field('x-priority'))?.[0]
  const summary = {
    uid,
    subject: detached(subject),
    from: addresses('from'),
    to: addresses('to'),
    cc: addresses('cc'),
    date: date ?? 0,
    size: numberOf(items.get('RFC822.SIZE')) ?? 0,
    contentType: detached(contentType.toLowerCase()),
    // The nearest that a header reports it.
    hasAttachment: /^multipart\/mixed$|^application\//i.test(contentType),
    priority: priority === undefined ? undefined : Number(priority),
    messageId: /<[^<>\s]{1,996}>/.exec(field('message-id'))?.[0],
    isUnclear: true,
    isIncomplete: true,
  } as const
  return { summary, ...parseFlags(items) }
}

/** All header fields that were requested, whatever the groups. */
export function headerText(items: FetchedItems): string {
  return [...items]
    .filter(([name]) => name.startsWith('BODY[HEADER.FIELDS'))
    .map(([, value]) => bytesOf(value))
    .join('\r\n')
}
