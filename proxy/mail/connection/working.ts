import type { ConnectionSlot } from './budget.ts'
import type { MailOptions } from '../model/account.ts'
import type { MailConnection } from './connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import { afterSilence, firstResponse, type RunApart } from './second-connection.ts'
import { silentServer, stoppedWaiting } from '../queue/waiting-limit.ts'
import type { WaitingLimit } from '../../../plugin/concurrency/waiting-limit.ts'
import {
  createSignsOfLife,
  createWaitingQueue,
  type SignsOfLife,
  untilAborted,
  whileResponding,
} from '../../../plugin/concurrency/waiting.ts'

/** A connection with the slot it occupies. */
export interface HeldConnection {
  readonly connection: MailConnection
  readonly slot: ConnectionSlot
}

/** One piece of work on the account's connection. */
export interface ConnectionWork<Prepared, Result> {
  /** Changes nothing on the server: repeated once when the connection turns out to be dead. */
  prepare(connection: MailConnection): Promise<Prepared>
  /** Done once, whatever happens. */
  run(connection: MailConnection, prepared: Prepared): Promise<Result>
  /** Whether the server shows this connection what was done; one that it does not is of no more use. */
  shows?(connection: MailConnection, result: Result): Promise<boolean>
}

/**
 * The one connection all requests of an account work on, in turns. It is opened when needed, kept
 * warm, and closed when idle.
 */
export interface WorkingConnection {
  run<Prepared, Result>(
    work: ConnectionWork<Prepared, Result>,
    options: MailOptions,
  ): Promise<Result>
  /**
   * The same for what changes nothing on the server: all of it is repeated once. Over a silence it is done
   * on a second connection as well, and the first result counts.
   */
  readonly read: <Result>(
    work: (connection: MailConnection) => Promise<Result>,
    options: MailOptions,
  ) => Promise<Result>
  /** Takes a connection over; false when there is one already. */
  adopt(held: HeldConnection): boolean
  /** Hangs up and continues with the connection that `open` opens, in a turn of its own. */
  replace(open: () => Promise<HeldConnection>, signal: AbortSignal): Promise<MailConnection>
  /** Goes on with a new connection: at once when nothing is under way, else after that. */
  renew(): void
  /** True while a connection is open, or work is under way. */
  readonly isAlive: boolean
  /** True while no one works on it: who comes now starts at once. */
  readonly isFree: boolean
  close(): void
}

interface WorkingConnectionParts {
  readonly waitingLimit: WaitingLimit
  readonly idleCloseMs: number
  /** A request waits so long for a server from which nothing comes. */
  readonly responseMs: number
  /** A connection that was silent for so long is confirmed before it is used. */
  readonly restMs: number
  /** The same before what changes anything; and over a read that is silent for so long a second connection is opened. */
  readonly silenceMs: number
  /** Works on a second connection; undefined when the account has one only. */
  readonly runApart: RunApart | undefined
  /** A server that does not confirm it within this time has forgotten it, or someone in between has. */
  readonly confirmMs: number
  readonly now: () => number
  /** Tells `onHeard` of what comes from the server before the connection is open. */
  readonly open: (onHeard: () => void) => Promise<HeldConnection>
  /** Asked before a connection that is open is used again; what it throws ends the connection. */
  readonly confirm?: () => Promise<void>
  /** The connection was closed because no one used it. */
  readonly onIdle: () => void
}

/** A connection that is younger is not replaced for an internal error of the server: it would be no other. */
const REPLACEABLE_AFTER_MS = 10_000

/** Builds it closed. */
export function createWorkingConnection(parts: WorkingConnectionParts): WorkingConnection {
  const line = createWaitingQueue()
  let isTaken = false
  let held: HeldConnection | undefined
  let opening: SignsOfLife | undefined
  let openedAt = 0
  let isToRenew = false

  const hangUp = () => {
    const { connection, slot } = held ?? {}
    held = undefined
    isToRenew = false
    connection?.end()
    slot?.release()
  }
  const idleTimer = setTimeout(() => {
    if (isTaken) return
    hangUp()
    parts.onIdle()
  }, parts.idleCloseMs)
  idleTimer.unref()

  const quietMs = () =>
    held?.connection.isOpen === true ? held.connection.quietMs : opening?.quietMs()
  const confirmed = async (): Promise<void> => {
    try {
      await parts.confirm?.()
    } catch (error) {
      hangUp()
      throw error
    }
  }
  const connected = async (): Promise<MailConnection> => {
    if (isToRenew) hangUp()
    if (held?.connection.isOpen === true) await confirmed()
    if (held?.connection.isOpen !== true) {
      held?.slot.release()
      held = undefined
      opening = createSignsOfLife(parts.now)
      held = await parts.open(opening.onHeard)
      openedAt = parts.now()
    }
    held.slot.busy()
    return held.connection
  }
  /** A firewall forgets idle connections silently: without this each wait ends at its limit. */
  const responsive = async (restMs: number): Promise<MailConnection> => {
    const connection = await connected()
    if (connection.quietMs < restMs) return connection
    await connection.confirm(parts.confirmMs).catch(ignoreLost)
    return connected()
  }
  const rest = () => {
    idleTimer.refresh()
    if (isToRenew) hangUp()
    if (held?.connection.isOpen === true) held.slot.idle(hangUp)
  }
  const prepare = async <Prepared>(
    work: Pick<ConnectionWork<Prepared, unknown>, 'prepare'>,
    restMs: number,
  ): Promise<readonly [MailConnection, Prepared]> => {
    const first = await responsive(restMs)
    try {
      return [first, await work.prepare(first)]
    } catch (error) {
      // A process of Dovecot that lost track of a mailbox ("duplicate transaction log sequence") says
      // "Internal error" of it to its end, while a new one would find it.
      const isConfused = isInternalError(error) && parts.now() - openedAt > REPLACEABLE_AFTER_MS
      if (!isConfused && !isLost(first, error)) throw error
      if (isConfused) hangUp()
    }
    const second = await connected()
    return [second, await work.prepare(second)]
  }

  const carryOut = async <Prepared, Result>(
    work: ConnectionWork<Prepared, Result>,
  ): Promise<Result> => {
    // It is never requested twice, so that the connection has to be one that responds.
    const [connection, prepared] = await prepare(work, Math.min(parts.restMs, parts.silenceMs))
    const result = await work.run(connection, prepared)
    // It is done, so a check that fails is not reported as a failure of the action.
    const isShown = await work.shows?.(connection, result).catch(() => false)
    if (isShown === false) hangUp()
    return result
  }

  const readOnce = async <Result>(
    work: (connection: MailConnection) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> => {
    const own = prepare({ prepare: work }, parts.restMs).then(([, result]) => result)
    const { runApart, silenceMs } = parts
    if (runApart === undefined) return own
    return firstResponse(own, signal, async (isWanted) => {
      const silent = await afterSilence(() => held?.connection, silenceMs, isWanted)
      const response = await runApart(work, isWanted)
      // Nothing but this read is under way on it.
      silent.destroy(new MailFault('timed_out', 'Another connection answered first'))
      return response
    })
  }

  const take = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) throw stoppedWaiting(signal)
    if (!isTaken) {
      isTaken = true
      return
    }
    const leave = parts.waitingLimit.enter()
    try {
      await line.wait(signal, stoppedWaiting)
    } finally {
      leave()
    }
  }
  /** Anyone who waits longest continues at once, so that no newcomer sees it free. */
  const release = () => {
    rest()
    if (!line.admit()) isTaken = false
  }
  const inTurn = <Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    { signal, onStart }: MailOptions,
  ): Promise<Result> => {
    const limit = { signal, limitMs: parts.responseMs, timedOut: silentServer, quietMs }
    return whileResponding(limit, async (answering) => {
      await take(answering)
      if (answering.aborted) {
        release()
        throw stoppedWaiting(answering)
      }
      onStart?.()
      return untilAborted(work(answering).finally(release), answering, stoppedWaiting)
    })
  }

  return {
    get isAlive() {
      return isTaken || held?.connection.isOpen === true
    },
    get isFree() {
      return !isTaken
    },
    run: (work, options) => inTurn(() => carryOut(work), options),
    read: (work, options) => inTurn((signal) => readOnce(work, signal), options),
    adopt: (offered) => {
      if (held?.connection.isOpen === true || isTaken) return false
      held?.slot.release()
      held = offered
      openedAt = parts.now()
      rest()
      return true
    },
    replace: async (open, signal) => {
      await take(signal)
      try {
        hangUp()
        held = await open()
        openedAt = parts.now()
        return held.connection
      } finally {
        release()
      }
    },
    renew: () => {
      isToRenew = true
      if (!isTaken) hangUp()
    },
    close: () => {
      clearTimeout(idleTimer)
      hangUp()
    },
  }
}

/** The server hung up, for whatever reason: not a connection that we gave up on. */
function isLost({ isOpen }: MailConnection, error: unknown): boolean {
  if (!(error instanceof MailFault)) return false
  return error.code === 'closed' || (error.code === 'limit_reached' && !isOpen)
}

/** Whatever ended it, another one takes over. */
function ignoreLost(error: unknown): void {
  if (!(error instanceof MailFault)) throw error
}

function isInternalError(error: unknown): boolean {
  return error instanceof MailFault && error.code === 'unavailable'
}
