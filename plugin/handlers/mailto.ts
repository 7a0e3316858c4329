/** The fields of a new message that an address may name. */
export interface MailtoFields {
  readonly to: string
  readonly cc: string
  readonly bcc: string
  readonly subject: string
  readonly body: string
}

/**
 * Reads a mailto address (RFC 6068) as a browser hands it to the webmail that handles such links. Text
 * that is none counts as addresses; fields that a link must not set, such as attachments, are left out.
 */
export function mailtoFields(text: string): MailtoFields {
  const [, addresses = '', query = ''] = /^mailto:([^?#]*)(?:\?([^#]*))?/i.exec(text) ?? []
  if (!/^mailto:/i.test(text)) return { to: text, cc: '', bcc: '', subject: '', body: '' }
  const fields = new Map<string, string>()
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(decoded)
    const key = name.toLowerCase()
    const before = fields.get(key)
    fields.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  const field = (name: string) => fields.get(name) ?? ''
  return {
    to: [decoded(addresses), field('to')].filter((list) => list !== '').join(', '),
    cc: field('cc'),
    bcc: field('bcc'),
    subject: field('subject'),
    body: field('body'),
  }
}

/** In mailto a plus sign is a plus sign (RFC 6068 5), so this is not the decoding of forms. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not UTF-8: shown as it was written.
    return text
  }
}
