import { domainToASCII } from 'node:url'

/** RFC 5321 4.5.3.1: octets of a local part and of a whole path. */
const MAX_LOCAL_OCTETS = 64
const MAX_ADDRESS_OCTETS = 254

/** RFC 5322 3.2.3 dot-atom. Quoted local parts are not taken: nobody types them, and they hide spaces and `@`. */
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The address as it may stand in an SMTP command, the domain in lower-case ASCII (IDNA), or undefined
 * when the text is not one plain `local@domain`. What comes back never holds a space, a control
 * character or an angle bracket (security: `b@x\r\nRCPT TO:<evil@x>` is not an address).
 */
export function parseMailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  if (at < 1) return undefined
  const local = text.slice(0, at)
  if (local.length > MAX_LOCAL_OCTETS || !DOT_ATOM.test(local)) return undefined
  const domain = parseDomain(text.slice(at + 1))
  if (domain === undefined) return undefined
  const address = `${local}@${domain}`
  return address.length <= MAX_ADDRESS_OCTETS ? address : undefined
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
