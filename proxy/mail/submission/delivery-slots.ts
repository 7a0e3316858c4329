import { MailFault } from '../model/mail-fault.ts'
import { createWaitingQueue } from '../../queue/waiting.ts'

/**
 * A fair, bounded queue in front of a fixed number of connections. `max` pieces of work at a time, and at
 * most `maxWaiting` that wait for their turn.
 */
export function createDeliverySlots({
  max,
  maxWaiting,
}: {
  readonly max: number
  readonly maxWaiting: number
}) {
  const semaphore = new Set<Promise<unknown>>()
  const line = createWaitingQueue()
  let taken = 0
  let isClosed = false

  const take = (signal: AbortSignal): Promise<void> => {
    if (isClosed) throw new MailFault('unavailable', 'Shutting down')
    if (signal.aborted) throw stopped(signal)
    if (taken < max) {
      taken += 1
      return Promise.resolve()
    }
    if (line.length >= maxWaiting) throw new MailFault('busy', 'Too many messages are being sent')
    return line.wait(signal, stopped)
  }

  /** Hands the slot to whoever waits longest, so that `taken` never shows a gap a newcomer could use. */
  const give = () => {
    if (!line.admit()) taken -= 1
  }

  const takeSlot = async <Result>(signal: AbortSignal, work: () => Promise<Result>) => {
    await take(signal)
    try {
      return await work()
    } finally {
      give()
    }
  }

  return {
    /** Runs `work` once a slot is free, first come first served. Throws MailFault `busy` or `timed_out`. */
    async use<Result>(signal: AbortSignal, work: () => Promise<Result>) {
      const turn = takeSlot(signal, work)
      semaphore.add(turn)
      try {
        return await turn
      } finally {
        semaphore.delete(turn)
      }
    },
    /** Refuses newcomers, then resolves when everything let in before has ended. */
    async close() {
      isClosed = true
      await Promise.allSettled(semaphore)
    },
  }
}

function stopped(signal: AbortSignal): MailFault {
  return new MailFault('timed_out', 'Stopped before the message was sent', { cause: signal.reason })
}
