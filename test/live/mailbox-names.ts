/** Mailboxes that are there from the start to the end. */
export const LASTING = ['INBOX', 'Work', 'Trash', 'Büro'] as const

/** Names that mailboxes made on the way may have. */
export const PASSING = ['Work.Plans', 'Work.Notes', 'Elsewhere', 'New one'] as const

/** A name as it is in an IMAP command: modified UTF-7 (RFC 3501 5.1.3), quoted. */
export function spelled(mailbox: string): string {
  return `"${mailbox.replace('Büro', 'B&APw-ro')}"`
}
