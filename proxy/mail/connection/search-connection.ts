import type { MailFault } from '../model/mail-fault.ts'
import type { MailConnection } from './connection.ts'
import { stoppedWaiting } from '../queue/waiting-limit.ts'
import type { HeldConnection } from './working.ts'

/**
 * The work, which ends with the connection when the signal aborts: IMAP has no other way to stop a
 * command that is under way.
 */
export async function whileWanted<Result>(
  connection: MailConnection,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  if (signal.aborted) throw stoppedWaiting(signal)
  let stopped: MailFault | undefined
  const hangUp = () => {
    stopped = stoppedWaiting(signal)
    connection.destroy(stopped)
  }
  signal.addEventListener('abort', hangUp, { once: true })
  try {
    return await work()
  } catch (error) {
    throw stopped ?? error
  } finally {
    signal.removeEventListener('abort', hangUp)
  }
}

/** Opens a connection for the work and hangs up after it. */
export async function runOnce<Result>(
  open: () => Promise<HeldConnection>,
  work: (connection: MailConnection) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { connection, slot } = await open()
  try {
    return await whileWanted(connection, signal, () => work(connection))
  } finally {
    connection.end()
    slot.release()
  }
}
