import { effect, signal, type ReadonlySignal } from '@preact/signals'
import { backoffMs, withJitter, type BackoffLimits } from '../../../concurrency/backoff.ts'
import type { NativeEvent } from '../../../wire/native/types.ts'
import type { EventConnection, OpenEventStream } from '../../wire/http/event-source.ts'
import type { MessageList } from '../list/list.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'
import type { Notices } from '../notice/notices.ts'
import type { Refresher } from './refresher.ts'

/** Keeps a stream of events open, and says whether there is one. */
export interface Live {
  /** True while changes come automatically; else the timer requests them. */
  readonly isLive: ReadonlySignal<boolean>
  start(): void
}

interface LiveOptions {
  readonly open: OpenEventStream
  readonly list: MessageList
  /** What the server tells; `isFirst` right after the page began to listen. */
  readonly onEvent: (event: NativeEvent, isFirst: boolean) => void
  /** Resolves once the server answers again, and the page knows what it missed. */
  readonly catchUp: () => Promise<void>
  readonly page: Document
  readonly random: () => number
  /** Silence after which a stream counts as lost, though no one said so. */
  readonly silenceMs: number
  readonly delay: BackoffLimits
  /** The reader may run through folders: the stream follows when they stay. */
  readonly settleMs: number
}

/** Builds the live view. A stream that fails is tried again later and later; the timer continues meanwhile. */
export function createLive(options: LiveOptions): Live {
  const { open, list, onEvent, page, random, silenceMs, settleMs } = options
  const isLive = signal(false)
  let stream: EventConnection | undefined
  let mailbox: string | undefined
  let lastEventId: string | undefined
  let attempts = 0
  /** Another page took the place: this one waits until it is looked at. */
  let isReplaced = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  function listen(): void {
    leave()
    isReplaced = false
    mailbox = list.query.peek().mailbox
    stream = open({ mailbox, lastEventId, onEvent: take, onFailed: retry })
    watchSilence()
  }

  function leave(): void {
    clearTimeout(waiting)
    clearTimeout(silence)
    stream?.close()
    stream = undefined
  }

  function watchSilence(): void {
    clearTimeout(silence)
    silence = setTimeout(retry, silenceMs)
  }

  function take(event: NativeEvent, id: string): void {
    if (event.kind === 'end') {
      ended(event.reason, event.retryAfterMs)
      return
    }
    const isFirst = lastEventId === undefined
    watchSilence()
    attempts = 0
    isLive.value = true
    if (id !== '') lastEventId = id
    if (event.kind !== 'heartbeat') onEvent(event, isFirst)
  }

  function ended(reason: string, retryAfterMs: number | null): void {
    if (reason !== 'replaced') {
      retry(retryAfterMs ?? undefined)
      return
    }
    leave()
    isLive.value = false
    isReplaced = true
  }

  function retry(atLeastMs = 0): void {
    leave()
    isLive.value = false
    const backOffMs = withJitter(backoffMs(attempts, options.delay), 1, random)
    attempts += 1
    // Jitter keeps the pages of many users from coming back at the same moment.
    const delayMs = Math.max(atLeastMs, backOffMs)
    waiting = setTimeout(() => void options.catchUp().then(listen), delayMs)
  }

  return {
    isLive,
    start() {
      effect(() => {
        if (list.query.value.mailbox === mailbox) return
        clearTimeout(waiting)
        if (!isReplaced) waiting = setTimeout(listen, mailbox === undefined ? 0 : settleMs)
      })
      page.addEventListener('visibilitychange', () => {
        if (!page.hidden && isReplaced) listen()
      })
    },
  }
}

interface PushedOptions {
  readonly list: MessageList
  readonly mailboxes: Mailboxes
  readonly refresher: Refresher
  readonly notices: Notices
  readonly text: Catalogue
  readonly reloadFolders: () => void
  readonly settingsChanged: (revision?: number) => void
  readonly outboxChanged: () => void
}

/**
 * Brings the page up to date with what the server pushed. The folder on show is asked about, so that
 * its list and its counts are one response; the counts of the others are taken as they come.
 */
export function applyPushed(
  options: PushedOptions,
): (event: NativeEvent, isFirst: boolean) => void {
  const { list, mailboxes, refresher, notices, text, reloadFolders, settingsChanged } = options
  const { outboxChanged } = options

  return (event, isFirst) => {
    switch (event.kind) {
      case 'counts':
        if (event.mailbox === list.query.peek().mailbox) {
          refresher.refreshSoon()
          return
        }
        announceArrivals(mailboxes.arrivals([event]))
        mailboxes.applyCounts([event])
        return
      case 'changed':
        if (event.mailbox === list.query.peek().mailbox) refresher.refreshSoon()
        return
      case 'mailboxes':
        reloadFolders()
        return
      case 'notices':
        refresher.refreshSoon()
        return
      case 'resync':
        refresher.refreshSoon()
        // At first the page has just asked for the folders, and came with what was set.
        if (isFirst) return
        reloadFolders()
        settingsChanged()
        return
      case 'outbox':
        outboxChanged()
        return
      case 'settings':
        settingsChanged(event.revision)
        return
      case 'heartbeat':
      case 'end':
        return
    }
  }

  function announceArrivals(count: number): void {
    if (count > 0) notices.announce(text.newMessages({ count }), { mailbox: 'INBOX', count })
  }
}
