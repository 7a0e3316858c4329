import type { MailboxName } from '../model/mailbox-name.ts'
import type { MailEvent, Watch, WatchOptions } from '../model/account.ts'

/** Those who want to be told of one account's changes. */
export interface Listeners {
  add(options: WatchOptions): Watch
  /** Told a little later, together with what else happens until then. */
  readonly tell: (events: readonly MailEvent[]) => void
  readonly count: number
  /** The mailbox on show at the listener that came last. */
  readonly shown: MailboxName | undefined
  close(): void
}

interface ListenersParts {
  readonly coalesceMs: number
  /** Called after a listener came or went. */
  readonly onChange: () => void
}

/** Different events waiting at one time; one more, and all become one `resync`. */
const MAX_WAITING_EVENTS = 500

/** Nobody listens at first. */
export function createListeners({ coalesceMs, onChange }: ListenersParts): Listeners {
  const listeners = new Set<WatchOptions>()
  const waiting = new Map<string, MailEvent>()
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    const events = [...waiting.values()]
    waiting.clear()
    for (const { listener } of listeners) for (const event of events) listener(event)
  }
  const push = (event: MailEvent) => {
    if (waiting.has('resync')) return
    if (event.kind === 'resync' || waiting.size >= MAX_WAITING_EVENTS) {
      waiting.clear()
      waiting.set('resync', { kind: 'resync' })
      return
    }
    waiting.set(eventSubjectOf(event), event)
  }

  return {
    get count() {
      return listeners.size
    },
    get shown() {
      return [...listeners].findLast(({ mailbox }) => mailbox !== undefined)?.mailbox
    },
    add: (options) => {
      // A record of its own: the same options may be given twice.
      const own = { ...options }
      listeners.add(own)
      onChange()
      return {
        close: () => {
          if (listeners.delete(own)) onChange()
        },
      }
    },
    tell: (events) => {
      if (listeners.size === 0) return
      for (const event of events) push(event)
      if (waiting.size > 0) timer ??= setTimeout(flush, coalesceMs)
    },
    close: () => {
      clearTimeout(timer)
      listeners.clear()
      waiting.clear()
    },
  }
}

/** What an event is about: of two events about the same the later one says it all. */
export function eventSubjectOf(event: MailEvent): string {
  switch (event.kind) {
    case 'counts':
      return `counts ${event.state.path}`
    case 'changed':
      return `changed ${event.mailbox}`
    case 'mailboxes':
    case 'resync':
      return event.kind
  }
}
