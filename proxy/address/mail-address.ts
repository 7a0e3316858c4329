import { isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'

/** RFC 5321 4.5.3.1: octets of a local part and of a whole path. */
const MAX_LOCAL_OCTETS = 64
const MAX_ADDRESS_OCTETS = 254

/** RFC 5322 3.2.3. */
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The address as it may stand in an SMTP command, the domain in lower-case ASCII (IDNA), or undefined
 * when the text is not one plain `local@domain`. What comes back never holds a space, a control
 * character or an angle bracket (security: `b@x\r\nRCPT TO:<evil@x>` is not an address).
 */
export function parseMailAddress(text: string): string | undefined {
  const [local, domain] = atLastSign(text)
  return DOT_ATOM.test(local) ? wholeAddress(local, parseDomain(domain)) : undefined
}

/** Dots where a dot-atom has none, as `ada.@docomo.ne.jp`: phones of Japan were given such addresses. */
const DOTS_ANYWHERE = /^[\w!#$%&'*+/=?^`{|}~.-]+$/

/** RFC 5321 4.1.2 Quoted-string, without what would end or continue an address in a command or a header. */
const QUOTED_LOCAL = /^"[ !#-;=?-[\]-~]+"$/

/** The dot-atom of RFC 6531 3.3: letters, marks and digits of any script. Nothing of it is unseen or turns the line around. */
const UNICODE_DOT_ATOM =
  /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+)*$/u

/**
 * An address that a user may have, as a recipient: what `parseMailAddress` takes, a local part beyond ASCII (RFC 6531), a
 * quoted one, an IP address in brackets (RFC 5321 4.1.3), and dots at the edges of a local part, which are quoted. What
 * comes back never holds a control character or an angle bracket, and a space only within quotes.
 */
export function parseRecipientAddress(text: string): string | undefined {
  const [typed, domain] = atLastSign(text)
  // RFC 6532 3.1: one way to write each.
  const local = typed.normalize('NFC')
  const isWritten = [DOT_ATOM, QUOTED_LOCAL, UNICODE_DOT_ATOM].some((form) => form.test(local))
  if (!isWritten && !DOTS_ANYWHERE.test(local)) return undefined
  return wholeAddress(isWritten ? local : `"${local}"`, parseDomain(domain) ?? parseLiteral(domain))
}

/** True for an address that only a server with SMTPUTF8 takes (RFC 6531). */
export function isBeyondAscii(address: string): boolean {
  return /[\u0080-\u{10ffff}]/u.test(address)
}

/** RFC 5322 3.2.3 specials without the dot, blanks and control characters. */
const NEEDS_QUOTES = /[\s\p{Cc}"(),:;<>@[\]\\]/u

/**
 * A local part as it is typed: between quotation marks (RFC 5322 3.2.4) where it needs them. Dots at its edges and what is
 * beyond ASCII stay as they are.
 */
export function quotedLocal(local: string): string {
  return NEEDS_QUOTES.test(local) ? `"${local.replaceAll(/["\\]/g, '\\$&')}"` : local
}

/** What stands behind the last `@`, or all of it where there is none, in lower case. */
export function domainOf(text: string): string {
  return text.slice(text.lastIndexOf('@') + 1).toLowerCase()
}

function atLastSign(text: string): readonly [local: string, domain: string] {
  const at = text.lastIndexOf('@')
  return at < 1 ? ['', ''] : [text.slice(0, at), text.slice(at + 1)]
}

function wholeAddress(local: string, domain: string | undefined): string | undefined {
  if (domain === undefined || Buffer.byteLength(local) > MAX_LOCAL_OCTETS) return undefined
  const address = `${local}@${domain}`
  return Buffer.byteLength(address) <= MAX_ADDRESS_OCTETS ? address : undefined
}

function parseLiteral(text: string): string | undefined {
  const [, v6 = '', ip = ''] = /^\[(IPv6:)?([\da-f.:]+)\]$/i.exec(text) ?? []
  const isLiteral = v6 === '' ? isIPv4(ip) : isIPv6(ip)
  return isLiteral ? `[${v6 === '' ? '' : 'IPv6:'}${ip}]` : undefined
}

function parseDomain(text: string): string | undefined {
  // domainToASCII reads its input as a URL host: percent signs would be decoded, a slash would end it.
  if (text.length > MAX_ADDRESS_OCTETS || /[^a-z0-9.\-\u0080-\u{10ffff}]/iu.test(text))
    return undefined
  const labels = domainToASCII(text).toLowerCase().split('.')
  const topLevel = labels.at(-1) ?? ''
  if (labels.length < 2 || /^\d*$/.test(topLevel)) return undefined
  return labels.every((label) => LABEL.test(label)) ? labels.join('.') : undefined
}
