import type { MailboxName } from '../model/mailbox-name.ts'
import { isAscii } from './parser/value.ts'
import { encodeModifiedUtf7 } from '../model/mailbox-name.ts'

/** A piece of a command: text as it goes on the wire, or bytes that travel as a literal. */
export type CommandPart = string | Buffer | PromptedLine

/** A line of its own, which the server asks for by `+` (RFC 9051 6.2.2). */
export interface PromptedLine {
  readonly afterPrompt: string
}

/** What of a command can be sent at once, and where it must wait for the server's `+`. */
export type CommandSegment = Buffer | string | typeof AWAIT_CONTINUATION

/** Marks the place in a command where a synchronizing literal waits for the server (RFC 9051 4.3). */
export const AWAIT_CONTINUATION = Symbol('await continuation')

/** A mailbox name as a quoted string. */
export function quotedMailboxName(path: MailboxName): string {
  return quoted(encodeModifiedUtf7(path))
}

/** A string a person typed: quoted where it can be, else a literal. */
export function userString(text: string): CommandPart {
  return isAscii(text) && !/[\r\n\0]/.test(text) ? quoted(text) : Buffer.from(text, 'utf8')
}

/**
 * Puts a command together for the wire; literals of up to `nonSynchronizingBytes` do not wait (RFC
 * 7888). Throws RangeError for a line break or NUL outside of a literal: it would start a command
 * of its own.
 */
export function compileCommand(
  tag: string,
  parts: readonly CommandPart[],
  nonSynchronizingBytes: number,
): readonly CommandSegment[] {
  const segments: CommandSegment[] = []
  let line = tag
  for (const part of parts) {
    if (typeof part === 'string') {
      if (/[\r\n\0]/.test(part)) throw new RangeError('a line break inside an IMAP command')
      line += ` ${part}`
      continue
    }
    if ('afterPrompt' in part) {
      segments.push(`${line}\r\n`, AWAIT_CONTINUATION)
      line = part.afterPrompt
      continue
    }
    const isImmediate = part.length <= nonSynchronizingBytes
    segments.push(`${line} {${part.length}${isImmediate ? '+' : ''}}\r\n`)
    if (!isImmediate) segments.push(AWAIT_CONTINUATION)
    segments.push(part)
    line = ''
  }
  segments.push(`${line}\r\n`)
  return segments
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
