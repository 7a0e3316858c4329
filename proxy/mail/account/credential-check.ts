import { isPasswordRefused, type MailFault } from '../model/mail-fault.ts'
import { untilAborted } from '../../../plugin/concurrency/waiting.ts'

interface CredentialCheckParts {
  /** A password is not believed for longer without the server's word. */
  readonly everyMs: number
  /** How long a request waits for that word. */
  readonly waitMs: number
  /** Signs in to verify the password. False: the server could not be reached just now. Throws MailFault. */
  readonly query: () => Promise<boolean>
  readonly onRefused: () => void
  readonly now: () => number
}

/** Whether the password that a connection was opened with still holds: servers never ask again. */
export interface CredentialCheck {
  /** The server has just accepted it. */
  readonly proven: () => void
  /**
   * Before something is done on a connection that is open already. Asks beside the work when half of
   * the time is over, and before it when all of it is. Throws the MailFault of a password that was
   * refused; a server that does not judge refuses no one.
   */
  readonly confirm: () => Promise<void>
}

/** Starts with a password that was just accepted, by the server or, a little earlier, at its sign-in. */
export function createCredentialCheck(parts: CredentialCheckParts): CredentialCheck {
  const { everyMs, waitMs, now } = parts
  let provenAt = now()
  let nextQueryAt = provenAt + everyMs / 2
  let pending: Promise<void> | undefined
  let refusal: MailFault | undefined

  const proven = () => {
    provenAt = now()
    nextQueryAt = provenAt + everyMs / 2
  }
  const queryOnce = async () => {
    nextQueryAt = now() + everyMs / 4
    try {
      if (await parts.query()) proven()
    } catch (error) {
      if (!isPasswordRefused(error)) return
      refusal = error
      parts.onRefused()
    } finally {
      pending = undefined
    }
  }

  return {
    proven,
    async confirm() {
      const at = now()
      // A clock that was set back would make the last word look young for as long.
      const isClockBack = at < provenAt
      if (pending === undefined && (isClockBack || at >= nextQueryAt)) pending = queryOnce()
      if (pending !== undefined && (isClockBack || at - provenAt >= everyMs)) {
        await untilAborted(pending, AbortSignal.timeout(waitMs)).catch(() => undefined)
      }
      if (refusal !== undefined) throw refusal
    },
  }
}

/** True at most so many times a second. */
export function createRate({
  perSecond,
  now,
}: {
  readonly perSecond: number
  readonly now: () => number
}): () => boolean {
  let second = 0
  let count = 0
  return () => {
    const present = Math.floor(now() / 1000)
    if (present !== second) count = 0
    second = present
    count += 1
    return count <= perSecond
  }
}
