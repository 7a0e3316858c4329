import type { Socket } from 'node:net'
import { MailFault } from '../model/mail-fault.ts'
import { faultOfClosing, noticeOf } from './fault.ts'
import { AWAIT_CONTINUATION, compileCommand, createOutbox, type CommandPart } from './command.ts'
import { mayTakeLong } from './long-command.ts'
import { ResponseTooLarge, type ResponseLimits } from './parser/limits.ts'
import { createResponseReader } from './parser/reader.ts'
import {
  ImapProtocolError,
  type ImapResponse,
  type NumberData,
  type StatusLine,
  type ThreadData,
  type UntaggedData,
} from './parser/response.ts'

/** An untagged answer other than BYE. */
export type Untagged = UntaggedData | NumberData | ThreadData | StatusLine

export interface ConversationOptions {
  /** Connected and greeted; no one else reads or writes it. */
  readonly socket: Socket
  /** Literals of up to so many bytes need not wait for the server: it may tell that once someone has signed in. */
  readonly nonSynchronizingBytes: () => number
  readonly commandTimeoutMs: number
  readonly limits: ResponseLimits
  readonly now: () => number
  /** The server wants its user to read this text. */
  readonly onNotice: (message: string) => void
  /** Called once when the connection has ended; `lostCommands` counts those without a response. */
  readonly onClosed: (fault: MailFault, lostCommands: number) => void
}

/**
 * Commands and responses on one connection. Commands sent in the same tick leave in one
 * write and are answered in one round trip (pipelining, RFC 9051 5.5).
 */
export interface Conversation {
  readonly isOpen: boolean
  /** Time since the last byte came; none passes while a command is under way that may be silent for long. */
  readonly quietMs: number
  /** The shortest time a command took that was alone under way; 0 before the first. */
  readonly roundTripMs: number
  /** Told of every untagged answer, in order and before the command's own `on`. */
  onUntagged: ((response: Untagged) => void) | undefined
  /**
   * Resolves with OK, NO or BAD; rejects with MailFault once the connection is of no more use. `on`
   * hears all that the server sends meanwhile, for other commands too, and last the command's own
   * OK, NO or BAD, at once: what the server says next may already rest on it. `limitMs` is for commands
   * that may take longer than others.
   */
  send(
    parts: readonly CommandPart[],
    on?: (response: Untagged) => void,
    limitMs?: number,
  ): Promise<StatusLine>
  /** Starts IDLE (RFC 2177). Nothing else may be sent until it has ended. */
  idle(): IdleCommand
  /** Says LOGOUT and hangs up without waiting long. */
  end(): void
  /** Hangs up; commands under way fail with the fault. */
  destroy(fault: MailFault): void
}

/** An IDLE under way. */
export interface IdleCommand {
  /** The response to IDLE: OK after `stop`, NO or BAD when the server does not want to. */
  readonly ended: Promise<StatusLine>
  /** Says DONE. */
  stop(): void
}

interface PendingCommand {
  readonly tag: string
  readonly on: ((response: Untagged) => void) | undefined
  readonly resolve: (line: StatusLine) => void
  readonly reject: (fault: MailFault) => void
  /** What was sent: whether it may take long is examined only when a server is silent. */
  readonly parts: readonly CommandPart[]
  deadline: NodeJS.Timeout
}

/** Time for the server to hang up after LOGOUT. */
const LOGOUT_GRACE_MS = 1_000

/** Servers hang up after 30 minutes of IDLE (RFC 2177 3). */
const MAX_IDLE_MS = 29 * 60_000

/** Takes over a connection. */
export function createConversation(options: ConversationOptions): Conversation {
  const { socket } = options
  const pending: PendingCommand[] = []
  let isOpen = true
  let isEnding = false
  let goodbye: string | undefined
  let tags = 0
  let heardAt = options.now()
  let alone: { readonly tag: string; readonly sentAt: number } | undefined
  let roundTripMs = 0

  const fail = (fault: MailFault) => {
    if (!isOpen) return
    isOpen = false
    reader.stop()
    socket.destroy()
    const lost = pending.splice(0)
    for (const command of lost) {
      clearTimeout(command.deadline)
      command.reject(fault)
    }
    options.onClosed(fault, isEnding ? 0 : lost.length)
  }
  const closed = (cause?: unknown) => {
    // A connection that ends says so in up to three ways, and a fault with its stack is not free.
    if (!isOpen) return
    fail(faultOfClosing(goodbye, cause))
  }

  /** Bytes went or came: limits are of silence, a long literal takes the time it takes. */
  const moved = () => {
    heardAt = options.now()
    for (const { deadline } of pending) deadline.refresh()
  }
  const outbox = createOutbox(socket, moved)

  const nextTag = (): string => {
    if (!isOpen) throw faultOfClosing(goodbye, undefined)
    tags += 1
    return `P${tags}`
  }
  const deadlineIn = (ms: number) =>
    setTimeout(() => {
      fail(new MailFault('timed_out', `No answer within ${ms} ms`))
    }, ms)

  const complete = (line: StatusLine) => {
    const index = pending.findIndex(({ tag }) => tag === line.tag)
    const [command] = index === -1 ? [] : pending.splice(index, 1)
    if (command === undefined) throw new ImapProtocolError('an answer to no command')
    clearTimeout(command.deadline)
    measure(command.tag)
    outbox.drop(command.tag)
    command.on?.(line)
    command.resolve(line)
  }
  const measure = (tag: string) => {
    if (alone?.tag !== tag) return
    const ms = options.now() - alone.sentAt
    roundTripMs = roundTripMs === 0 ? ms : Math.min(roundTripMs, ms)
    alone = undefined
  }
  const note = (line: StatusLine) => {
    // A BYE in response to our own LOGOUT is expected.
    if (isEnding || (line.code !== 'ALERT' && line.status !== 'BYE')) return
    const message = noticeOf(line)
    if (message !== undefined) options.onNotice(message)
  }
  const receive = (response: ImapResponse) => {
    if (response.kind === 'status') note(response)
    if (response.kind === 'continuation') {
      outbox.goOn()
    } else if (response.kind === 'status' && response.tag !== '*') {
      complete(response)
    } else if (response.kind === 'status' && response.status === 'BYE') {
      goodbye = response.text
    } else {
      conversation.onUntagged?.(response)
      // Dovecot answers pipelined commands out of order (it puts NOOP off), so all of them listen.
      for (const { on } of pending) on?.(response)
    }
  }
  const reader = createResponseReader({
    limits: options.limits,
    onResponse: receive,
    onFailure: (error) => {
      fail(faultOfReading(error))
    },
    onPause: () => socket.pause(),
    onResume: () => socket.resume(),
  })

  const conversation: Conversation = {
    get isOpen() {
      return isOpen
    },
    get quietMs() {
      return pending.some(({ parts }) => mayTakeLong(parts)) ? 0 : options.now() - heardAt
    },
    get roundTripMs() {
      return roundTripMs
    },
    onUntagged: undefined,
    send: (parts, on, limitMs = options.commandTimeoutMs) =>
      new Promise((resolve, reject) => {
        const tag = nextTag()
        const segments = compileCommand(tag, parts, options.nonSynchronizingBytes)
        const deadline = deadlineIn(limitMs)
        alone = pending.length === 0 ? { tag, sentAt: options.now() } : undefined
        pending.push({ tag, on, resolve, reject, parts, deadline })
        outbox.send(tag, segments)
      }),
    idle: () => {
      const tag = nextTag()
      const ended = new Promise<StatusLine>((resolve, reject) => {
        const deadline = deadlineIn(MAX_IDLE_MS)
        pending.push({ tag, on: undefined, resolve, reject, parts: ['IDLE'], deadline })
      })
      outbox.send(tag, [`${tag} IDLE\r\n`, AWAIT_CONTINUATION])
      let hasStopped = false
      const stop = () => {
        const command = pending.find((one) => one.tag === tag)
        if (hasStopped || command === undefined) return
        hasStopped = true
        clearTimeout(command.deadline)
        command.deadline = deadlineIn(options.commandTimeoutMs)
        outbox.send(tag, ['DONE\r\n'])
      }
      return { ended, stop }
    },
    end: () => {
      if (!isOpen || isEnding) return
      isEnding = true
      // Whether the server confirms makes no difference: we hang up in any case.
      conversation.send(['LOGOUT']).catch(() => undefined)
      outbox.writeNow()
      socket.end()
      setTimeout(closed, LOGOUT_GRACE_MS).unref()
    },
    destroy: (fault) => {
      // Our own doing, so no one has lost a response.
      isEnding = true
      fail(fault)
    },
  }

  socket.on('data', (chunk: Buffer) => {
    moved()
    reader.push(chunk)
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

function faultOfReading(cause: unknown): MailFault {
  return cause instanceof ResponseTooLarge
    ? new MailFault('response_too_large', `The mail server sent ${cause.message}`, { cause })
    : new MailFault('closed', 'The mail server sent something that is not IMAP', { cause })
}
