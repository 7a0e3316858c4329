import type { MailboxName } from '../model/mailbox-name.ts'
import type { MailEvent } from '../model/account.ts'
import type { MailboxState } from '../model/mailbox.ts'

/** The counters of an account's mailboxes as last reported, and what is new in the next report. */
export interface CountHistory {
  find(path: MailboxName): MailboxState | undefined
  /** All mailboxes, read at once. Before the first reading anything may have happened: `resync`. */
  readAll(states: readonly MailboxState[]): readonly MailEvent[]
  /** What a push says of one mailbox; what it leaves out is as it was. */
  push(path: MailboxName, change: Partial<MailboxState>): readonly MailEvent[]
}

/** An empty history. */
export function createCountHistory(): CountHistory {
  let cached: ReadonlyMap<MailboxName, MailboxState> | undefined

  const note = (state: MailboxState): readonly MailEvent[] => {
    const before = cached?.get(state.path)
    return before !== undefined && isSame(before, state) ? [] : eventsOf(state)
  }
  return {
    find: (path) => cached?.get(path),
    readAll: (states) => {
      const before = cached
      const events = states.flatMap(note)
      const now = new Map(states.map((state) => [state.path, state]))
      cached = now
      if (before === undefined) return [{ kind: 'resync' }]
      return isSameKeys(before, now) ? events : [{ kind: 'mailboxes' }, ...events]
    },
    push: (path, change) => {
      const before = cached?.get(path)
      if (cached === undefined || before === undefined) return []
      const state = { ...before, ...change, path }
      const events = note(state)
      cached = new Map(cached).set(path, state)
      return events
    },
  }
}

function eventsOf(state: MailboxState): readonly MailEvent[] {
  return [
    { kind: 'counts', state },
    { kind: 'changed', mailbox: state.path },
  ]
}

function isSame(one: MailboxState, other: MailboxState): boolean {
  return (
    one.messages === other.messages &&
    one.unseen === other.unseen &&
    one.uidNext === other.uidNext &&
    one.uidValidity === other.uidValidity &&
    one.highestModseq === other.highestModseq
  )
}

function isSameKeys(
  one: ReadonlyMap<string, unknown>,
  other: ReadonlyMap<string, unknown>,
): boolean {
  return one.size === other.size && [...one.keys()].every((key) => other.has(key))
}
