import type { Socket } from 'node:net'
import { MailFault } from '../errors.ts'
import {
  AWAIT_CONTINUATION,
  compileCommand,
  type CommandPart,
  type CommandSegment,
} from './command.ts'
import { parseResponse } from './response-parser.ts'
import { createResponseSplitter } from './response-splitter.ts'
import {
  ImapProtocolError,
  type ImapResponse,
  type NumberData,
  type StatusLine,
  type UntaggedData,
} from './response.ts'

/** An untagged answer other than BYE. */
export type Untagged = UntaggedData | NumberData | StatusLine

export interface ConversationOptions {
  /** Connected and authenticated; nobody else reads or writes it. */
  readonly socket: Socket
  readonly nonSynchronizingBytes: number
  readonly commandTimeoutMs: number
  readonly maxResponseBytes: number
  /** Called once when the connection has ended; `lostCommands` counts those without an answer. */
  readonly onClosed: (fault: MailFault, lostCommands: number) => void
}

/**
 * Commands and answers on one authenticated connection. Commands sent in the same tick leave in one
 * write and are answered in one round trip (pipelining, RFC 9051 5.5).
 */
export interface Conversation {
  readonly isOpen: boolean
  /** Told of every untagged answer, in order and before the command's own `on`. */
  onUntagged: ((answer: Untagged) => void) | undefined
  /**
   * Resolves with OK, NO or BAD; rejects with MailFault once the connection is of no more use. `on`
   * hears all that the server sends meanwhile, for other commands too, and last the command's own
   * OK, NO or BAD, at once: what the server says next may already rest on it.
   */
  send(parts: readonly CommandPart[], on?: (answer: Untagged) => void): Promise<StatusLine>
  /** Says LOGOUT and hangs up without waiting long. */
  end(): void
  /** Hangs up; commands under way fail with the fault. */
  destroy(fault: MailFault): void
}

interface PendingCommand {
  readonly tag: string
  readonly on: ((answer: Untagged) => void) | undefined
  readonly resolve: (line: StatusLine) => void
  readonly reject: (fault: MailFault) => void
  readonly deadline: NodeJS.Timeout
}

/** Time for the server to hang up after LOGOUT. */
const LOGOUT_GRACE_MS = 1_000

/** Takes over a connection. */
export function createConversation(options: ConversationOptions): Conversation {
  const { socket } = options
  const pending: PendingCommand[] = []
  const outbox: { readonly tag: string; readonly segment: CommandSegment }[] = []
  let isOpen = true
  let isEnding = false
  let awaitsContinuation = false
  let isCorked = false
  let goodbye: string | undefined
  let tags = 0

  const fail = (fault: MailFault) => {
    if (!isOpen) return
    isOpen = false
    socket.destroy()
    const lost = pending.splice(0)
    for (const command of lost) {
      clearTimeout(command.deadline)
      command.reject(fault)
    }
    options.onClosed(fault, isEnding ? 0 : lost.length)
  }
  const closed = (cause?: unknown) => {
    const words = goodbye ?? 'Connection closed by the mail server'
    fail(new MailFault('closed', words, cause === undefined ? {} : { cause }))
  }

  const write = (bytes: Buffer | string) => {
    if (!isCorked) {
      isCorked = true
      socket.cork()
      process.nextTick(() => {
        isCorked = false
        socket.uncork()
      })
    }
    socket.write(bytes, 'latin1')
  }
  const flush = () => {
    while (!awaitsContinuation) {
      const next = outbox.shift()
      if (next === undefined) return
      if (next.segment === AWAIT_CONTINUATION) awaitsContinuation = true
      else write(next.segment)
    }
  }

  const complete = (line: StatusLine) => {
    const index = pending.findIndex(({ tag }) => tag === line.tag)
    const [command] = index === -1 ? [] : pending.splice(index, 1)
    if (command === undefined) throw new ImapProtocolError('an answer to no command')
    clearTimeout(command.deadline)
    dropUnsent(command.tag)
    command.on?.(line)
    command.resolve(line)
  }
  // A server that does not want a literal says NO instead of `+`; the rest must not be sent then.
  const dropUnsent = (tag: string) => {
    const isNext = () => outbox[0]?.tag === tag
    if (!awaitsContinuation || !isNext()) return
    while (isNext()) outbox.shift()
    awaitsContinuation = false
    flush()
  }
  const receive = (response: ImapResponse) => {
    if (response.kind === 'continuation') {
      awaitsContinuation = false
      flush()
    } else if (response.kind === 'status' && response.tag !== '*') {
      complete(response)
    } else if (response.kind === 'status' && response.status === 'BYE') {
      goodbye = `BYE ${response.text}`
    } else {
      conversation.onUntagged?.(response)
      // Dovecot answers pipelined commands out of order (it puts NOOP off), so all of them listen.
      for (const { on } of pending) on?.(response)
    }
  }
  const splitter = createResponseSplitter({
    maxResponseBytes: options.maxResponseBytes,
    onResponse: (text, literals) => {
      if (isOpen) receive(parseResponse(text, literals))
    },
  })

  const conversation: Conversation = {
    get isOpen() {
      return isOpen
    },
    onUntagged: undefined,
    send: (parts, on) =>
      new Promise((resolve, reject) => {
        if (!isOpen) throw new MailFault('closed', goodbye ?? 'Connection is closed')
        tags += 1
        const tag = `P${tags}`
        const segments = compileCommand(tag, parts, options.nonSynchronizingBytes)
        const deadline = setTimeout(() => {
          fail(new MailFault('timed_out', `No answer within ${options.commandTimeoutMs} ms`))
        }, options.commandTimeoutMs)
        pending.push({ tag, on, resolve, reject, deadline })
        for (const segment of segments) outbox.push({ tag, segment })
        flush()
      }),
    end: () => {
      if (!isOpen || isEnding) return
      isEnding = true
      // Whether the server confirms makes no difference: we hang up in any case.
      conversation.send(['LOGOUT']).catch(() => undefined)
      socket.end()
      setTimeout(closed, LOGOUT_GRACE_MS).unref()
    },
    destroy: fail,
  }

  socket.on('data', (chunk: Buffer) => {
    try {
      splitter.push(chunk)
    } catch (error) {
      // Parser and listeners alike: after a surprise in the middle of an answer nothing can be trusted.
      fail(
        new MailFault('closed', 'The mail server sent something that is not IMAP', {
          cause: error,
        }),
      )
    }
  })
  socket.on('error', closed)
  socket.on('close', () => {
    closed()
  })
  socket.on('end', () => {
    closed()
  })
  return conversation
}
