declare const inOneForm: unique symbol

/** A mailbox name, decoded and in its one form: two names mean one mailbox only when they are equal. */
export type MailboxName = 'INBOX' | (string & { readonly [inOneForm]: true })

/**
 * The name in its one form. INBOX is the one name without case (RFC 9051 5.1); `inboxPrefix` is what names
 * below it begin with where that knows no case either (see `inboxPrefixOf`).
 */
export function mailboxName(text: string, inboxPrefix?: string): MailboxName
export function mailboxName(text: string, inboxPrefix?: string): string {
  if (!/^inbox/i.test(text)) return text
  if (text.length === INBOX.length) return INBOX
  const isBelow =
    inboxPrefix !== undefined && text.startsWith(inboxPrefix.slice(INBOX.length), INBOX.length)
  return isBelow ? INBOX + text.slice(INBOX.length) : text
}

const INBOX = 'INBOX'

/**
 * `INBOX.` and the like where everything of the owner is below INBOX (RFC 2342): such servers (Courier, Cyrus,
 * Dovecot) know no case in it. undefined on others, where it is a name like any other.
 */
export function inboxPrefixOf({ personal }: { readonly personal: Prefixes }): string | undefined {
  return personal?.map(([prefix]) => prefix).find((prefix) => /^inbox.$/i.test(prefix))
}

type Prefixes = readonly (readonly [prefix: string, delimiter: string])[] | null

/** Writes a mailbox name in modified UTF-7 (RFC 3501 5.1.3): `Entwürfe` is `Entw&APw-rfe`. */
export function encodeModifiedUtf7(name: string): string {
  return name.replace(/&|[^\x20-\x7e]+/g, (run) => {
    if (run === '&') return '&-'
    const utf16 = Buffer.from(run, 'utf16le').swap16()
    return `&${utf16.toString('base64').replace(/=+$/, '').replaceAll('/', ',')}-`
  })
}

/** Reads modified UTF-7; what is not well-formed is kept as it stands. */
export function decodeModifiedUtf7(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([A-Za-z0-9+,]*)-/g, (run, base64: string) => {
    if (base64 === '') return '&'
    const utf16 = Buffer.from(base64.replaceAll(',', '/'), 'base64')
    const isWhole = utf16.length > 0 && utf16.length % 2 === 0
    return isWhole ? utf16.swap16().toString('utf16le') : run
  })
}
