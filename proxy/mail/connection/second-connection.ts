import type { MailConnection } from './connection.ts'
import { MailFault, type MailFaultCode } from '../model/mail-fault.ts'
import { stoppedWaiting } from '../queue/waiting-limit.ts'

// A firewall that forgets a connection right after it was used does so silently, and neither side ever hears of the
// other again. What changes nothing may be requested twice, so that a user need not wait for such a connection.

/** Does one piece of work beside the working connection, until the signal ends it. */
export type RunApart = <Result>(
  work: (connection: MailConnection) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>

/** Ends no connection that is slow for another reason than this: a server far away, or one that is busy. */
const FAST_MS = 1_000

/** Faults of a connection that could not be opened, or broke: they say nothing about the request. */
const NO_RESPONSES: ReadonlySet<MailFaultCode> = new Set([
  'authentication_refused',
  'password_unanswered',
  'unavailable',
  'limit_reached',
  'closed',
  'timed_out',
  'busy',
])

/**
 * The first result: of the work under way, or of the second one, which its signal aborts when it is of no more
 * use. A second one that finds no connection changes nothing.
 */
export async function firstResponse<Result>(
  own: Promise<Result>,
  signal: AbortSignal,
  second: (isWanted: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController()
  try {
    return await new Promise<Result>((resolve, reject) => {
      own.then(resolve, reject)
      second(AbortSignal.any([signal, over.signal])).then(resolve, (error: unknown) => {
        if (error instanceof MailFault && !NO_RESPONSES.has(error.code)) reject(error)
      })
    })
  } finally {
    over.abort()
  }
}

/** Resolves with the connection once nothing comes on it for so long, if it was fast before. Rejects with the signal. */
export function afterSilence(
  connectionNow: () => MailConnection | undefined,
  silenceMs: number,
  signal: AbortSignal,
): Promise<MailConnection> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const connection = connectionNow()
      const isFast =
        connection?.isOpen === true &&
        connection.roundTripMs > 0 &&
        connection.roundTripMs < FAST_MS
      const restMs = isFast ? silenceMs - connection.quietMs : silenceMs
      if (isFast && restMs <= 0) resolve(connection)
      else timer = setTimeout(look, restMs)
    }
    let timer = setTimeout(look, silenceMs)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(stoppedWaiting(signal))
      },
      { once: true },
    )
  })
}
