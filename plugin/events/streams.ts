import type { Readable } from 'node:stream'
import type { Account, MailEvent, MailboxName } from '../../proxy/mail/index.ts'
import { Refusal } from '../http/refusal.ts'
import { type EventsByAccount, createEventsByAccount } from './account-events.ts'
import { type EventStream, createEventStream } from './stream.ts'
import { randomBytes } from 'node:crypto'

/** A stream that a user signed in requests. */
export interface EventStreamRequest {
  readonly sessionId: string
  /** Names the mailbox owner. */
  readonly owner: string
  /** Names the user whose settings they are, whichever way they signed in. */
  readonly user: string
  readonly account: Pick<Account, 'watch'>
  readonly mailbox: MailboxName | undefined
  readonly lastEventId: string | undefined
  /** Whether the panel session and the webmail session still hold; checked while the stream is open. Never rejects. */
  readonly isSessionValid: (signal: AbortSignal) => Promise<boolean>
}

/** All open event streams of this process. */
export interface EventStreams {
  /** A stream without changes says so this often. */
  readonly heartbeatMs: number
  readonly count: number
  /** The body of the response. Throws Refusal when there are too many streams, or the process stops. */
  open(request: EventStreamRequest): Readable
  /** Reports all streams of the owner in this process of a change that no mail server reports. */
  publishToOwner(owner: string, event: MailEvent): void
  /** The same for all streams of a user. */
  publishToUser(user: string, event: MailEvent): void
  /** Ends the streams of a session that is over. */
  endSession(sessionId: string): void
  /** Ends all of them, with a hint that spreads their return, and opens no more. */
  stop(): void
}

interface EventStreamsOptions {
  readonly byAccount: EventsByAccount
  readonly perSession: number
  readonly maxStreams: number
  readonly heartbeatMs: number
  readonly checkMs: number
  readonly maxBufferedBytes: number
  /** Clients come back after a restart within this time, each at a moment of its own. */
  readonly spreadMs: number
  readonly random: () => number
}

const RETRY_AFTER_FULL_SECONDS = 60

/** Creates the collection. A session's oldest stream makes room for its newest. */
export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { byAccount, perSession, maxStreams, heartbeatMs, checkMs, maxBufferedBytes } = options
  const bySession = new Map<string, Set<EventStream>>()
  let count = 0
  let isStopping = false

  const add = (sessionId: string, stream: EventStream): void => {
    const streams = bySession.get(sessionId) ?? new Set()
    bySession.set(sessionId, streams.add(stream))
    count += 1
    const [oldest] = streams
    if (streams.size > perSession) oldest?.end('replaced')
  }

  const remove = (sessionId: string, stream: EventStream): void => {
    const streams = bySession.get(sessionId)
    if (streams?.delete(stream) !== true) return
    count -= 1
    if (streams.size === 0) bySession.delete(sessionId)
  }

  return {
    heartbeatMs,
    get count() {
      return count
    },
    open(request) {
      if (isStopping) throw new Refusal('shutting_down', { retryAfterSeconds: 2 })
      if (count >= maxStreams) {
        throw new Refusal('mail_busy', { retryAfterSeconds: RETRY_AFTER_FULL_SECONDS })
      }
      const { sessionId } = request
      const subscription = byAccount.of(request.owner, request.account, request.user).join({
        ...request,
        listener: (event) => stream.send(event),
      })
      const stream = createEventStream({
        heartbeatMs,
        maxBufferedBytes,
        retryMs: Math.ceil(1_000 + options.random() * options.spreadMs),
        onClosed: () => {
          check.stop()
          subscription.leave()
          remove(sessionId, stream)
        },
      })
      const check = startSessionCheck({
        everyMs: checkMs,
        isValid: request.isSessionValid,
        onInvalid: () => stream.end('signed-out'),
      })
      add(sessionId, stream)
      for (const event of subscription.missed) stream.send(event)
      return stream.body
    },
    publishToOwner: (owner, event) => byAccount.find(owner)?.note(event),
    publishToUser(user, event) {
      for (const accountEvents of byAccount.ofUser(user)) accountEvents.note(event)
    },
    endSession(sessionId) {
      for (const stream of [...(bySession.get(sessionId) ?? [])]) stream.end('signed-out')
    },
    stop() {
      isStopping = true
      for (const stream of [...bySession.values()].flatMap((streams) => [...streams])) {
        stream.end('restart')
      }
      byAccount.close()
    },
  }
}

/** Checks again and again whether a session holds, until it is stopped. */
interface SessionCheck {
  stop(): void
}

interface SessionCheckOptions {
  readonly everyMs: number
  /** Never rejects. */
  readonly isValid: (signal: AbortSignal) => Promise<boolean>
  /** Called once, after the first no. */
  readonly onInvalid: () => void
}

/** Starts checking; the next check waits for the result of the last. */
function startSessionCheck({ everyMs, isValid, onInvalid }: SessionCheckOptions): SessionCheck {
  const life = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const request = async (): Promise<void> => {
    const holds = await isValid(life.signal)
    if (life.signal.aborted) return
    if (holds) schedule()
    else onInvalid()
  }

  const schedule = (): void => {
    timer = setTimeout(() => void request(), everyMs)
  }

  schedule()
  return {
    stop() {
      clearTimeout(timer)
      life.abort()
    },
  }
}

/** Of all event streams of a process. */
export const EVENT_LIMITS = {
  /** Bursts of changes, e.g. of a rule that files 20 messages, are reported once. */
  coalesceMs: 100,
  /** A mailbox is watched this long without a stream: a page that reloads or changes networks misses nothing. */
  lingerMs: 60_000,
  /** Events of one account remembered for that. */
  remembered: 512,
  /** A browser has six HTTP/1.1 connections to a host for all its tabs; requests need some of them. */
  perSession: 4,
  streams: 10_000,
  /** Shorter than the 30 s after which proxies and firewalls forget a silent connection. */
  heartbeatMs: 15_000,
  /** How often a stream checks that its panel session and its session still hold. */
  checkMs: 10_000,
  /** A client that lets more than this pile up unread is cut off, and comes back for what it missed. */
  bufferedBytes: 64 * 1024,
  /** After a restart streams come back within this time, not all at once. */
  spreadMs: 10_000,
}

/** The event streams of a process. */
export function openEvents(limits = EVENT_LIMITS): EventStreams {
  return createEventStreams({
    byAccount: createEventsByAccount({
      coalesceMs: limits.coalesceMs,
      lingerMs: limits.lingerMs,
      maxEvents: limits.remembered,
      maxLingering: limits.streams,
      newEpoch: () => randomBytes(6).toString('base64url'),
    }),
    perSession: limits.perSession,
    maxStreams: limits.streams,
    heartbeatMs: limits.heartbeatMs,
    checkMs: limits.checkMs,
    maxBufferedBytes: limits.bufferedBytes,
    spreadMs: limits.spreadMs,
    random: Math.random,
  })
}
