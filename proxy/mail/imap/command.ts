import type { Socket } from 'node:net'
import type { MailboxName } from '../model/mailbox-name.ts'
import { isAscii } from './parser/value.ts'
import { encodeModifiedUtf7 } from '../model/mailbox-name.ts'

/** A piece of a command: text as it continues the wire, or bytes that travel as a literal. */
export type CommandPart = string | Buffer | PromptedLine

/** A line of its own, which the server requests by `+` (RFC 9051 6.2.2). */
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

/** A string a user typed: quoted where it can be, else a literal. */
export function userString(text: string): CommandPart {
  return isAscii(text) && !/[\r\n\0]/.test(text) ? quoted(text) : Buffer.from(text, 'utf8')
}

/**
 * Puts a command together for the wire; literals of up to `nonSynchronizingBytes`, which is requested them
 * only, do not wait (RFC 7888). Throws RangeError for a line break or NUL outside of a literal: it would start a command
 * of its own.
 */
export function compileCommand(
  tag: string,
  parts: readonly CommandPart[],
  nonSynchronizingBytes: () => number,
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
    const isImmediate = part.length <= nonSynchronizingBytes()
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

/** A literal goes out in pieces of this size, so that its progress is noticed. */
const PIECE_BYTES = 64 * 1024

/** What is to be sent on one connection, in order. */
interface Outbox {
  send(tag: string, segments: readonly CommandSegment[]): void
  /** The server has said `+`. */
  goOn(): void
  /** The command is answered. A server that does not want a literal says NO instead of `+`: its rest is not sent then. */
  drop(tag: string): void
  /** What was to leave at the end of this tick leaves now. */
  writeNow(): void
}

/** What is said in one tick leaves in one write. `moved` hears of each piece of a literal that has left. */
export function createOutbox(socket: Socket, moved: () => void): Outbox {
  const waiting: { readonly tag: string; readonly segment: CommandSegment }[] = []
  /** The tag of the command that waits for the server's `+`. */
  let awaitsContinuation: string | undefined
  let unsent: (Buffer | string)[] = []

  const writeNow = () => {
    const said = unsent
    unsent = []
    if (socket.destroyed || said.length === 0) return
    // Text of one command or of many is one string; a write of several chunks costs the kernel more.
    if (said.every((bytes) => typeof bytes === 'string')) socket.write(said.join(''), 'latin1')
    else {
      socket.cork()
      for (const bytes of said)
        for (const piece of piecesOf(bytes)) socket.write(piece, 'latin1', moved)
      socket.uncork()
    }
  }
  const flush = () => {
    while (awaitsContinuation === undefined) {
      const next = waiting.shift()
      if (next === undefined) return
      if (next.segment === AWAIT_CONTINUATION) awaitsContinuation = next.tag
      else if (unsent.push(next.segment) === 1) process.nextTick(writeNow)
    }
  }
  const goOn = () => {
    awaitsContinuation = undefined
    flush()
  }

  return {
    send: (tag, segments) => {
      for (const segment of segments) waiting.push({ tag, segment })
      flush()
    },
    goOn,
    drop: (tag) => {
      if (awaitsContinuation !== tag) return
      while (waiting[0]?.tag === tag) waiting.shift()
      goOn()
    },
    writeNow,
  }
}

function* piecesOf(bytes: Buffer | string): Generator<Buffer | string> {
  if (typeof bytes === 'string') yield bytes
  else {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      yield bytes.subarray(start, start + PIECE_BYTES)
    }
  }
}
