import type { ImapValue } from '../../imap/parser/response.ts'
import { bytesOf, listOf } from '../../imap/parser/value.ts'
import { decodeHeaderText } from './encoded-word.ts'
import { fieldValues } from './header-field.ts'

/** Further addresses of a field are counted. */
const MAX_ADDRESSES = 10
const MAX_VALUE_BYTES = 2_000

/** The fields that tell whose an attached message is, from its ENVELOPE (RFC 9051 7.5.2), a line each. */
export function attachedHeading(
  envelope: ImapValue | undefined,
  likely: string | undefined,
): string {
  const [date, subject, from, , , to, cc] = listOf(envelope)
  const text = (value: ImapValue | undefined) =>
    decodeHeaderText(bytesOf(value).slice(0, MAX_VALUE_BYTES), likely)
  const addresses = (value: ImapValue | undefined) => {
    const all = listOf(value)
    const shown = all.slice(0, MAX_ADDRESSES).map((entry) => {
      const [name, , mailbox, host] = listOf(entry)
      const address = [text(mailbox), text(host)].filter((half) => half !== '').join('@')
      return name === null || text(name) === '' ? address : `${text(name)} <${address}>`
    })
    const rest = all.length - MAX_ADDRESSES
    return [...shown, ...(rest > 0 ? [`+${rest}`] : [])].join(', ')
  }
  return headingOf([
    ['From', addresses(from)],
    ['Date', text(date)],
    ['Subject', text(subject)],
    ['To', addresses(to)],
    ['Cc', addresses(cc)],
  ])
}

/** The same of a header that no server has read. */
export function attachedHeadingOf(header: string): {
  readonly subject: string
  readonly heading: () => string
} {
  const valueOf = (name: string) =>
    decodeHeaderText((fieldValues(header, name)[0] ?? '').slice(0, MAX_VALUE_BYTES))
  return {
    subject: valueOf('Subject'),
    heading: () =>
      headingOf(['From', 'Date', 'Subject', 'To', 'Cc'].map((name) => [name, valueOf(name)])),
  }
}

function headingOf(fields: readonly (readonly [string, string])[]): string {
  return fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
