import type { MailEvent } from '../model/account.ts'

/** Gathers what happens, to tell it together a little later. */
export interface CoalescedEvents {
  /** Of two events about the same the later one says it all; `resync` says all that the others could. */
  readonly push: (event: MailEvent) => void
  /** Tells nothing of what waits. */
  readonly close: () => void
}

interface CoalescedEventsOptions {
  readonly coalesceMs: number
  /** Different events waiting at one time; one more, and all become one `resync`. */
  readonly maxEvents: number
  /** By subject, in their order. */
  readonly publish: (events: ReadonlyMap<string, MailEvent>) => void
}

/** Nothing waits at first. */
export function createCoalescedEvents(options: CoalescedEventsOptions): CoalescedEvents {
  const { coalesceMs, maxEvents, publish } = options
  let waiting = new Map<string, MailEvent>()
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    const events = waiting
    timer = undefined
    waiting = new Map()
    publish(events)
  }

  return {
    push: (event) => {
      if (event.kind === 'resync' || waiting.size >= maxEvents) {
        waiting = new Map([[RESYNC.kind, RESYNC]])
      } else if (!waiting.has(RESYNC.kind)) waiting.set(subjectOf(event), event)
      timer ??= setTimeout(flush, coalesceMs)
    },
    close: () => {
      clearTimeout(timer)
      waiting.clear()
    },
  }
}

const RESYNC = { kind: 'resync' } as const

/** What an event is about. */
function subjectOf(event: MailEvent): string {
  switch (event.kind) {
    case 'counts':
      return `counts ${event.state.path}`
    case 'changed':
      return `changed ${event.mailbox}`
    case 'mailboxes':
    case 'settings':
    case 'outbox':
    case 'notices':
    case 'resync':
      return event.kind
  }
}
