import { backoffMs } from '../concurrency/backoff.ts'
import type { Finding } from '../findings/finding.ts'
import { createAlertState, type Alert } from './alert-state.ts'

/** One way to report alerts. */
export interface AlertSender {
  /** For the log, without anything secret. */
  readonly name: string
  /** Throws when no one took them. */
  send(alerts: readonly Alert[], signal: AbortSignal): Promise<void>
}

interface AlertsOptions {
  readonly look: () => Promise<readonly Finding[]>
  readonly senders: readonly AlertSender[]
  readonly afterMs: number
  readonly now: () => number
  readonly log: { readonly warn: (fields: object, message: string) => void }
}

/** Reports what the process finds about itself. */
export interface Alerts {
  /** Looks once, and sends what is due. Never rejects. */
  round(): Promise<void>
  /** Looks again and again. */
  start(): void
  close(): Promise<void>
}

const LOOK_MS = 30_000
/** One try to send. */
const SEND_MS = 10_000
const BACKOFF = { firstMs: 30_000, maxMs: 30 * 60_000 }

/** Starts nothing yet. Each finding is sent once by each sender; what one could not send waits, longer after each failure. */
export function createAlerts({ look, senders, afterMs, now, log }: AlertsOptions): Alerts {
  const state = createAlertState({ afterMs })
  const outboxes = senders.map((sender) => createOutbox(sender, { now, log }))
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function lookAndSend(): Promise<void> {
    try {
      const alerts = state.step(await look(), now())
      for (const outbox of outboxes) outbox.add(alerts)
    } catch (err) {
      log.warn({ err }, 'alerts: nothing could be looked at')
    }
    await Promise.all(outboxes.map((outbox) => outbox.flush(closing.signal)))
  }

  /** A round that is under way counts for anyone who asks meanwhile. */
  function round(): Promise<void> {
    running ??= lookAndSend().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    round,
    start() {
      if (senders.length === 0) return
      timer = setInterval(() => void round(), Math.min(LOOK_MS, afterMs)).unref()
    },
    async close() {
      clearInterval(timer)
      closing.abort()
      await running
    },
  }
}

function createOutbox(sender: AlertSender, { now, log }: Pick<AlertsOptions, 'now' | 'log'>) {
  /** By id, so no more than there are findings. */
  const waiting = new Map<string, Alert>()
  let failures = 0
  let retryAt = 0

  function add(alerts: readonly Alert[]): void {
    for (const alert of alerts) {
      const before = waiting.get(alert.id)
      waiting.delete(alert.id)
      // No one has heard of it, and it is over.
      if (before?.state === 'new' && alert.state === 'cleared') continue
      waiting.set(alert.id, alert)
    }
  }

  async function flush(closing: AbortSignal): Promise<void> {
    if (waiting.size === 0 || now() < retryAt || closing.aborted) return
    const sent = [...waiting.values()]
    try {
      await sender.send(sent, AbortSignal.any([closing, AbortSignal.timeout(SEND_MS)]))
      failures = 0
      for (const alert of sent) if (waiting.get(alert.id) === alert) waiting.delete(alert.id)
    } catch (error) {
      retryAt = now() + backoffMs(failures, BACKOFF)
      failures += 1
      // An error may repeat the address, which may be a secret.
      const reason = error instanceof Error ? error.name : 'unknown'
      log.warn({ to: sender.name, reason, alerts: sent.length }, 'alerts not sent: tried again')
    }
  }

  return { add, flush }
}
