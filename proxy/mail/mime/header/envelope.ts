import { quotedLocal } from '../../../address/mail-address.ts'
import type { ImapValue } from '../../imap/parser/response.ts'
import { bytesOf, listOf } from '../../imap/parser/value.ts'
import type { Address } from '../../model/summary.ts'
import { detached } from './detached.ts'
import { decodeHeaderText } from './encoded-word.ts'
import { cutText } from '../harmless-text.ts'
import { parseMailDate } from './mail-date.ts'
import { isUndisclosedAddress } from './undisclosed.ts'

/** ENVELOPE (RFC 9051 7.5.2), decoded. */
export interface Envelope {
  /** Unix ms, undefined when the Date header is missing or makes no sense. */
  readonly date: number | undefined
  readonly subject: string
  readonly from: readonly Address[]
  readonly replyTo: readonly Address[]
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  readonly inReplyTo: string | undefined
  readonly messageId: string | undefined
}

export interface EnvelopeLimits {
  readonly maxAddresses: number
  readonly maxSubjectCharacters: number
}

/** Reads ENVELOPE; what is missing is empty. `likely` is the charset of 8-bit text: that of the body. */
export function parseEnvelope(
  value: ImapValue | undefined,
  limits: EnvelopeLimits,
  likely?: string,
): Envelope {
  const [date, subject, from, sender, replyTo, to, cc, bcc, inReplyTo, messageId] = listOf(value)
  const addresses = (list: ImapValue | undefined) =>
    parseAddresses(list, limits.maxAddresses, likely)
  return {
    date: parseMailDate(bytesOf(date)),
    subject: parseSubject(bytesOf(subject), limits.maxSubjectCharacters, likely),
    // RFC 5322 3.6.2 requests From; where it is missing, Sender reports who wrote.
    from: addresses(isEmptyList(from) ? sender : from),
    replyTo: addresses(replyTo),
    to: addresses(to),
    cc: addresses(cc),
    bcc: addresses(bcc),
    inReplyTo: messageIdOf(inReplyTo),
    messageId: messageIdOf(messageId),
  }
}

/** An encoded character takes up to twelve: `=F0=9F=98=80`. */
function parseSubject(raw: string, maxCharacters: number, likely: string | undefined): string {
  const text = decodeHeaderText(raw.slice(0, maxCharacters * 12), likely)
  return detached(cutText(text, maxCharacters))
}

function isEmptyList(value: ImapValue | undefined): boolean {
  return listOf(value).length === 0
}

const NOBODY: readonly Address[] = []

function parseAddresses(
  value: ImapValue | undefined,
  maxAddresses: number,
  likely: string | undefined,
): readonly Address[] {
  const addresses: Address[] = []
  for (const entry of listOf(value)) {
    if (addresses.length >= maxAddresses) break
    const [name, , mailbox, host] = listOf(entry)
    // No host: the begin or end of a group, whose members follow as addresses of their own.
    if (host === null || host === undefined) continue
    const address = {
      name: detached(decodeHeaderText(bytesOf(name).slice(0, 1_000), likely)),
      address: addressOf(decodeHeaderText(bytesOf(mailbox)), decodeHeaderText(bytesOf(host))),
    }
    if (!isUndisclosedAddress(address)) addresses.push(address)
  }
  // Rows live long: no room to grow, and one empty list for all.
  return addresses.length === 0 ? NOBODY : addresses.slice()
}

/** Dovecot writes these where a header has none, or what it cannot read. */
const NO_DOMAINS: readonly string[] = ['MISSING_DOMAIN', 'SYNTAX_ERROR']

/** Servers tell a quoted local part without its quotation marks; with them it is an address again. */
function addressOf(mailbox: string, host: string): string {
  const local = mailbox === 'MISSING_MAILBOX' ? '' : mailbox
  if (host === '' || NO_DOMAINS.includes(host)) return detached(local.slice(0, 320))
  return detached(`${quotedLocal(local)}@${host}`.slice(0, 320))
}

function messageIdOf(value: ImapValue | undefined): string | undefined {
  const text = bytesOf(value).replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : detached(text.slice(0, 998))
}
