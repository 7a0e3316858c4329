import { PRIVATE_FIELDS } from './build-message.ts'

const HEADER_END = Buffer.from('\r\n\r\n')

/** A date further ahead than clocks differ: the message is sent before it says. */
const FUTURE_MS = 60_000

/**
 * What is sent of a draft that waited: without Bcc and what only its author may know (RFC 5322 3.6.3), and dated now where
 * its date is still to come. The body goes as it is. Of a source without a header it is the same.
 */
export function sentSource(draft: Buffer, now: number): Buffer {
  const end = draft.indexOf(HEADER_END)
  if (end === -1) return draft
  // Header fields are ASCII, or raw bytes of others, which latin1 keeps one by one.
  const header = draft.subarray(0, end).toString('latin1')
  const fields = header.split(/\r\n(?![ \t])/).flatMap((field) => sentField(field, now))
  return Buffer.concat([Buffer.from(fields.join('\r\n'), 'latin1'), draft.subarray(end)])
}

const privateNames: ReadonlySet<string> = new Set(PRIVATE_FIELDS.map((name) => name.toLowerCase()))

function sentField(field: string, now: number): readonly string[] {
  const name = field.slice(0, field.indexOf(':')).trimEnd().toLowerCase()
  if (privateNames.has(name)) return []
  if (name !== 'date' || !(Date.parse(field.slice(5)) > now + FUTURE_MS)) return [field]
  return [`Date: ${new Date(now).toUTCString().replace('GMT', '+0000')}`]
}
