import type { MailEvent } from '../model/account.ts'
import type { MailConnection } from '../connection/connection.ts'
import { quotedMailboxName } from '../imap/command.ts'
import type { Untagged } from '../imap/conversation.ts'
import { countMessages, listMailboxes, statusItems, type MailboxListing } from '../mailbox/list.ts'
import type { MailboxState } from '../model/mailbox.ts'
import type { MailboxName } from '../model/mailbox-name.ts'
import type { CountHistory } from './count-history.ts'
import { NOTIFY_COMMAND, parsePush, type Push } from './notify.ts'

/**
 * One connection that only watches: IDLE in the mailbox on show, and NOTIFY (RFC 5465) for all
 * others; without NOTIFY their counts are requested in turn. With NOTIFY alone Dovecot 2.3 does not
 * see what is delivered into a Maildir without it.
 */
export interface WatchingConnection {
  /** Hears every untagged answer of the connection. */
  readonly hear: (response: Untagged) => void
  /** Watches until the connection ends or `stop` was called. Throws MailFault. */
  watchOn(connection: MailConnection): Promise<void>
  /** The mailbox on show, or whether there is a listener, may have changed; or the connection is closed. */
  readonly wake: () => void
  stop(): void
}

interface WatchingParts {
  readonly counts: CountHistory
  readonly publish: (events: readonly MailEvent[]) => void
  readonly shown: () => MailboxName | undefined
  readonly pollMs: number
  /** Pushed counts are compared with all counts this often. */
  readonly confirmMs: number
  readonly now: () => number
}

/** After a change all counts are read at this pace, until so many readings found no change. */
const SWEEP_MS = 400
const QUIET_SWEEPS = 2
/** A timer may fire a moment before its time by the clock: what is left then is worth no IDLE. */
const SHORTEST_REST_MS = 10

type PushedCounts = Push & { readonly kind: 'status' }

/** For one connection, from its start to its end. */
export function createWatchingConnection(parts: WatchingParts): WatchingConnection {
  const { counts, publish } = parts
  const timer = createWakeTimer()
  let isStopped = false
  let hasNotify = false
  let isArmed = false
  let mustReadAll = true
  let hasSelectedChanged = false
  // The responses to our own EXAMINE would be changes otherwise.
  let isExamining = false
  let listed: string | undefined
  /** Mailboxes that are reported and not counted. */
  const unlisted = new Set<MailboxName>()
  /** Reported and unknown while all counts are read: mostly by the responses to that. */
  let reportedMeanwhile: PushedCounts['names'][] | undefined
  let examined: MailboxName | undefined
  let readAllAt = 0
  // Dovecot 2.3 misses what happens while it reports something: after a change all is read until it is quiet.
  let sweepsLeft = 0

  const noteChanges = (events: readonly MailEvent[]) => {
    if (events.length === 0) return
    publish(events)
    sweepsLeft = QUIET_SWEEPS
    timer.wake()
  }
  /** Of a mailbox made since, or of one no one subscribed. */
  const lookUpOnce = ([name]: PushedCounts['names']) => {
    if (!unlisted.has(name)) mustReadAll = true
    unlisted.add(name)
  }
  const pushed = ({ names, change }: PushedCounts) => {
    const [path, ambiguous] = names.filter((name) => counts.find(name) !== undefined)
    if (path === undefined) {
      if (reportedMeanwhile === undefined) lookUpOnce(names)
      else reportedMeanwhile.push(names)
      return
    }
    const cached = counts.find(path)?.highestModseq ?? 0n
    const isOlder = change.highestModseq !== undefined && change.highestModseq < cached
    if (ambiguous !== undefined || isOlder) mustReadAll = true
    else noteChanges(counts.push(path, change))
  }
  const hear = (response: Untagged) => {
    const push = parsePush(response)
    if (push === undefined) return
    if (push.kind === 'status') {
      pushed(push)
      if (mustReadAll) timer.wake()
      return
    }
    if (push.kind === 'selected') {
      if (isExamining || examined === undefined) return
      hasSelectedChanged = true
    }
    if (push.kind === 'overflow') isArmed = false
    timer.wake()
  }

  /** Another mailbox of the same name has to be examined again. */
  const isReplaced = (states: readonly MailboxState[]): boolean => {
    const before = examined === undefined ? undefined : counts.find(examined)
    const now = states.find(({ path }) => path === examined)
    return before !== undefined && now?.uidValidity !== before.uidValidity
  }
  const newNames = ({ mailboxes }: MailboxListing): readonly MailEvent[] => {
    const before = listed
    listed = JSON.stringify(mailboxes.map(({ path, isSubscribed }) => [path, isSubscribed]))
    if (before === listed) return []
    unlisted.clear()
    return before === undefined ? [] : [{ kind: 'mailboxes' }]
  }
  const readAll = async (connection: MailConnection) => {
    mustReadAll = false
    sweepsLeft = Math.max(0, sweepsLeft - 1)
    readAllAt = parts.now()
    const reported: PushedCounts['names'][] = []
    reportedMeanwhile = reported
    const listing = await listMailboxes(connection)
    // NOOP: for the mailbox on show where the server reports nothing unasked.
    const [states] = await Promise.all([
      countMessages(connection, listing, { mayOpenInbox: false }),
      connection.execute(['NOOP']),
    ])
    if (isReplaced(states)) {
      examined = undefined
      timer.wake()
    }
    reportedMeanwhile = undefined
    publish([...newNames(listing), ...counts.readAll(states)])
    for (const names of reported) {
      if (names.every((name) => counts.find(name) === undefined)) lookUpOnce(names)
    }
    // Without mod-sequences a changed flag leaves no trace in the counts.
    if (states.some(({ highestModseq }) => highestModseq === undefined))
      publish([{ kind: 'resync' }])
  }
  const examine = async (connection: MailConnection, path: MailboxName) => {
    isExamining = true
    examined = path
    try {
      // EXAMINE: \Recent stays. NO: the mailbox is deleted; then there is nothing to see in it.
      await connection.attempt(['EXAMINE', quotedMailboxName(path)])
    } finally {
      isExamining = false
    }
  }
  const readExamined = async (connection: MailConnection, path: MailboxName) => {
    hasSelectedChanged = false
    publish([{ kind: 'changed', mailbox: path }])
    // Its answer is heard as a push.
    await connection.attempt(['STATUS', quotedMailboxName(path), statusItems(connection)])
  }
  const catchUp = async (connection: MailConnection) => {
    const wanted = parts.shown()
    if (hasNotify && !isArmed) {
      // Before it is: the server may overflow in the same packet as its OK.
      isArmed = true
      mustReadAll = true
      // NO: Dovecot without mailbox_list_index offers it all the same.
      const { status } = await connection.attempt([NOTIFY_COMMAND])
      hasNotify = status === 'OK'
    }
    if (wanted !== undefined && wanted !== examined) {
      await examine(connection, wanted)
      mustReadAll = true
    }
    if (mustReadAll) await readAll(connection)
    if (hasSelectedChanged && examined !== undefined) await readExamined(connection, examined)
  }
  const restByIdle = async (connection: MailConnection, restMs: number) => {
    const idle = connection.idle()
    const rest = timer.sleep(restMs).then(() => idle.stop())
    // NO or BAD: the server does not want to idle just now; then it is only polled.
    await idle.ended
    await rest
  }

  return {
    hear,
    wake: () => timer.wake(),
    stop: () => {
      isStopped = true
      timer.wake()
    },
    watchOn: async (connection) => {
      hasNotify = connection.has('NOTIFY') && connection.has('LIST-STATUS')
      while (!isStopped && connection.isOpen) {
        await catchUp(connection)
        const pauseMs = hasNotify ? parts.confirmMs : parts.pollMs
        const restMs = readAllAt + (sweepsLeft > 0 ? SWEEP_MS : pauseMs) - parts.now()
        if (restMs < SHORTEST_REST_MS) mustReadAll = true
        else if (connection.has('IDLE')) await restByIdle(connection, restMs)
        else await timer.sleep(restMs)
      }
    },
  }
}

/** Wakes one loop that rests between two pieces of work. */
function createWakeTimer() {
  let hasWoken = false
  let endSleep: (() => void) | undefined
  return {
    /** Ends the rest, or the next one when there is none. */
    wake: () => {
      hasWoken = true
      endSleep?.()
    },
    /** Resolves at the next ring, at the latest after `ms`, and at once when it has rung meanwhile. */
    sleep: async (ms: number) => {
      if (!hasWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          timer.unref()
          endSleep = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      endSleep = undefined
      hasWoken = false
    },
  }
}
