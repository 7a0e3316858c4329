import { createMailWaitingLimit } from '../queue/waiting-limit.ts'
import { MailFault } from '../model/mail-fault.ts'
import { createSemaphore } from '../../../plugin/concurrency/semaphore.ts'

interface DeliverySlotsOptions {
  /** Deliveries at a time. */
  readonly max: number
  /** That wait for their turn. */
  readonly maxWaiting: number
}

/** A bounded queue, first come first served, in front of a fixed number of connections. */
export function createDeliverySlots({ max, maxWaiting }: DeliverySlotsOptions) {
  const semaphore = createSemaphore({ max, waitingLimit: createMailWaitingLimit({ maxWaiting }) })
  const letIn = new Set<Promise<unknown>>()
  let isClosed = false

  const inTurn = async <Result>(signal: AbortSignal, work: () => Promise<Result>) => {
    const release = await semaphore.take(signal)
    try {
      return await work()
    } finally {
      release()
    }
  }

  return {
    /** Runs `work` once a slot is free. Throws MailFault `busy` or `timed_out`, `unavailable` once it is closed. */
    async use<Result>(signal: AbortSignal, work: () => Promise<Result>) {
      if (isClosed) throw new MailFault('unavailable', 'Shutting down')
      const turn = inTurn(signal, work)
      letIn.add(turn)
      try {
        return await turn
      } finally {
        letIn.delete(turn)
      }
    },
    /** Refuses newcomers, then resolves when everything let in before has ended. */
    async close() {
      isClosed = true
      await Promise.allSettled(letIn)
    },
  }
}
