import type { Address, MessageRow } from '../../../proxy/mail/index.ts'

/**
 * Whether two mail programs are sure to show a row alike: nothing in it was encoded wrongly, is cut, or is left to
 * taste. Any other row is shown by us only after Roundcube has shown it the same way.
 */
export function isPlainRow({ summary, flags }: MessageRow, addressee: 'from' | 'to'): boolean {
  const { subject, date, contentType } = summary
  const users = summary[addressee]
  return (
    summary.isUnclear === undefined &&
    isPlainText(subject, MAX_SUBJECT_CHARS) &&
    users.length >= 1 &&
    users.length <= MAX_ADDRESSES &&
    users.every(isPlainAddress) &&
    date > FIRST_DATE &&
    date < LAST_DATE &&
    PLAIN_TYPES.has(contentType) &&
    flags.every((flag) => /^[\\$]?[A-Za-z][A-Za-z0-9]*$/.test(flag))
  )
}

/** PHP and JSON.stringify have keys that are numbers in another order. */
export function isNumber(flag: string): boolean {
  return /^[\\$]?\d+$/.test(flag)
}

const MAX_SUBJECT_CHARS = 200
const MAX_NAME_CHARS = 80
const MAX_ADDRESSES = 3
/** Years with four digits and offsets of zones as they are today. */
const FIRST_DATE = Date.UTC(1990, 0)
const LAST_DATE = Date.UTC(2100, 0)
const PLAIN_TYPES: ReadonlySet<string> = new Set([
  ...['text/plain', 'text/html', 'multipart/alternative', 'multipart/mixed', 'multipart/related'],
])

function isPlainAddress({ name, address }: Address): boolean {
  if (!/^[A-Za-z0-9._+=-]+@[A-Za-z0-9.-]+$/.test(address) || address.length > MAX_NAME_CHARS)
    return false
  return name === '' || (isPlainText(name, MAX_NAME_CHARS) && !/[@"'\\<>(),;:]/.test(name))
}

/** No remains of an encoding, nothing invisible, no blanks that one program keeps and another does not. */
function isPlainText(text: string, maxChars: number): boolean {
  const isStrange = /=\?|\ufffd|[^\P{C}]|[^\P{Z} ]/u.test(text)
  return text !== '' && text.length <= maxChars && !isStrange && !/^ | $| {2}/.test(text)
}
