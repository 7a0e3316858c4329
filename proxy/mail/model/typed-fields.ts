/** The address fields of a draft as they were typed, where they hold more than addresses. */
export interface TypedFields {
  readonly to: string
  readonly cc: string
  readonly bcc: string
}

/** The field of a stored draft; a message that is sent never has it. */
export const TYPED_FIELD = 'X-Postern-Typed'

/** The fields as a field body: ASCII that can be folded. */
export function formatTypedFields(typed: TypedFields): string {
  const pieces = Buffer.from(JSON.stringify(typed))
    .toString('base64url')
    .match(/.{1,64}/g)
  return (pieces ?? []).join(' ')
}

/** The fields in a field body; undefined when it is none of ours. */
export function parseTypedFields(body: string | undefined): TypedFields | undefined {
  if (body === undefined) return undefined
  try {
    const typed: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
    if (typeof typed !== 'object' || typed === null) return undefined
    const field = (name: keyof TypedFields) =>
      oneLine(name in typed ? Reflect.get(typed, name) : '')
    return { to: field('to'), cc: field('cc'), bcc: field('bcc') }
  } catch {
    // Someone else's field: the addresses of the message are what there is.
    return undefined
  }
}

/** Anyone who stored the draft, a field of the form is one line. */
function oneLine(text: unknown): string {
  return typeof text === 'string' ? text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ') : ''
}
