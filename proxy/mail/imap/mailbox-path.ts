import { decodeModifiedUtf7 } from './modified-utf7.ts'
import type { ImapValue } from './parser/response.ts'
import { textOf } from './parser/value.ts'

/** A mailbox name as we know it: decoded, and INBOX in capitals however it is spelled (RFC 9051 5.1). */
export function mailboxPathOf(value: ImapValue | undefined): string {
  return canonicalPath(decodeModifiedUtf7(textOf(value)))
}

/** INBOX is the one name without case. */
export function canonicalPath(path: string): string {
  return path.length === 5 && path.toUpperCase() === 'INBOX' ? 'INBOX' : path
}
