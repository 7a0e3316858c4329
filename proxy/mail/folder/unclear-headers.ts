import type { ImapValue } from '../imap/parser/response.ts'
import { bytesOf, listOf } from '../imap/parser/value.ts'
import type { BodyNode } from '../mime/structure/body-structure.ts'

/**
 * Whether other programs may read a message's headers in another way: 8-bit text or a charset other than UTF-8 (RFC
 * 2047), blanks that our rows join, a date that is none (RFC 5322 3.3), a priority beyond 1 to 5, and a type that need
 * not have been said at all, since BODYSTRUCTURE then has that of RFC 2045 5.2.
 */
export function isUnclear(
  envelope: ImapValue | undefined,
  { type, charset }: Pick<BodyNode, 'type' | 'charset'>,
  priority: string,
): boolean {
  const [date, subject, from, , , to, cc] = listOf(envelope)
  const texts = [subject, ...[from, to, cc].flatMap(namesOf)]
  const isDefaultType = type === 'text/plain' && /^(us-ascii)?$/i.test(charset ?? '')
  return (
    isDefaultType ||
    !DATE.test(bytesOf(date)) ||
    !/^\s*$|^x-priority: [1-5]( \([a-z]+\))?\s*$/i.test(priority) ||
    texts.some(isUnclearText)
  )
}

const MAX_NAMES = 20

function namesOf(addresses: ImapValue | undefined): readonly (ImapValue | undefined)[] {
  const shown = listOf(addresses).slice(0, MAX_NAMES)
  return shown.map((entry) => listOf(entry)[0])
}

const DATE =
  /^([A-Z][a-z]{2}, {1,2})?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(:\d{2})? [+-]\d{4}( \([A-Z]{1,5}\))?$/

/** Dovecot writes a text as a literal whose blanks it has joined itself. */
function isUnclearText(value: ImapValue | undefined): boolean {
  const raw = bytesOf(value)
  if (Buffer.isBuffer(value) || /[\x80-\xff\t]| {2}/.test(raw)) return true
  const charsets = [...raw.matchAll(/=\?([^?*]*)[?*]/g)].map(([, charset]) =>
    charset?.toLowerCase(),
  )
  return charsets.some((charset) => charset !== 'utf-8' && charset !== 'us-ascii')
}
