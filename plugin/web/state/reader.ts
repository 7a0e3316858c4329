import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeMessage } from '../../wire/native-types.ts'
import { isAborted } from '../wire/door.ts'
import { reasonOf } from '../wire/problem.ts'
import type { MessageList } from './list.ts'
import type { MessageCache } from './message-cache.ts'

/** What the reading pane shows. */
export type Reading =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'loading'; readonly mailbox: string; readonly uid: number }
  | {
      readonly kind: 'message'
      readonly mailbox: string
      readonly uid: number
      readonly message: NativeMessage
    }
  | {
      readonly kind: 'failed'
      readonly mailbox: string
      readonly uid: number
      readonly text: string
    }

/** The open message. */
export interface Reader {
  readonly reading: ReadonlySignal<Reading>
  /** Grows when the person asked to go into the message, so that the view takes the focus there. */
  readonly focusRequests: ReadonlySignal<number>
  open(mailbox: string, uid: number): void
  /** Opens after a moment, so that running through the list does not ask for every message. */
  openSoon(mailbox: string, uid: number): void
  requestFocus(): void
  close(): void
}

interface ReaderOptions {
  readonly cache: MessageCache
  readonly list: MessageList
  /** Called once a message is on the screen. */
  readonly onShown: (mailbox: string, uid: number) => void
  readonly settleMs: number
}

/** Builds the reader; nothing is asked before a message is opened. */
export function createReader({ cache, list, onShown, settleMs }: ReaderOptions): Reader {
  const reading = signal<Reading>({ kind: 'nothing' })
  const focusRequests = signal(0)
  let opening = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  function supersede(): AbortSignal {
    clearTimeout(timer)
    opening.abort()
    opening = new AbortController()
    return opening.signal
  }

  async function show(mailbox: string, uid: number, abort: AbortSignal): Promise<void> {
    const known = cache.get(mailbox, uid)
    if (known === undefined) reading.value = { kind: 'loading', mailbox, uid }
    try {
      const message = known ?? (await cache.fetch(mailbox, uid, abort))
      reading.value = { kind: 'message', mailbox, uid, message }
      onShown(mailbox, uid)
      prefetchNext(uid, abort)
    } catch (error) {
      if (isAborted(error, abort)) return
      reading.value = { kind: 'failed', mailbox, uid, text: reasonOf(error) }
    }
  }

  function prefetchNext(uid: number, abort: AbortSignal): void {
    const index = list.placeOf.peek().get(uid)
    const next = index === undefined ? undefined : list.rows.peek().get(index + 1)
    if (next !== undefined) cache.prefetch(list.query.peek().mailbox, next.uid, abort)
  }

  function isOpen(mailbox: string, uid: number): boolean {
    const open = reading.value
    return open.kind === 'message' && open.uid === uid && open.mailbox === mailbox
  }

  return {
    reading,
    focusRequests,
    open(mailbox, uid) {
      if (isOpen(mailbox, uid)) return
      void show(mailbox, uid, supersede())
    },
    openSoon(mailbox, uid) {
      if (isOpen(mailbox, uid)) return
      const abort = supersede()
      timer = setTimeout(() => void show(mailbox, uid, abort), settleMs)
    },
    requestFocus: () => (focusRequests.value += 1),
    close() {
      supersede()
      reading.value = { kind: 'nothing' }
    },
  }
}
