import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeMessage, NativeMessageName } from '../../wire/native-types.ts'
import { isAborted } from '../wire/door.ts'
import { isSameMessage } from '../wire/message-name.ts'
import { reasonOf } from '../wire/problem.ts'
import type { MessageList } from './list.ts'
import type { MessageCache } from './message-cache.ts'

/** What the reading pane shows. */
export type Reading =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'loading'; readonly name: NativeMessageName }
  | {
      readonly kind: 'message'
      readonly name: NativeMessageName
      readonly message: NativeMessage
    }
  | { readonly kind: 'failed'; readonly name: NativeMessageName; readonly text: string }

/** The open message. */
export interface Reader {
  readonly reading: ReadonlySignal<Reading>
  /** Grows when the person asked to go into the message, so that the view takes the focus there. */
  readonly focusRequests: ReadonlySignal<number>
  open(name: NativeMessageName): void
  /** Opens after a moment, so that running through the list does not ask for every message. */
  openSoon(name: NativeMessageName): void
  requestFocus(): void
  close(): void
}

interface ReaderOptions {
  readonly cache: MessageCache
  readonly list: MessageList
  /** Called once a message is on the screen. */
  readonly onShown: (name: NativeMessageName) => void
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

  async function show(name: NativeMessageName, abort: AbortSignal): Promise<void> {
    const known = cache.get(name)
    if (known === undefined) reading.value = { kind: 'loading', name }
    try {
      const message = known ?? (await cache.fetch(name, abort))
      reading.value = { kind: 'message', name, message }
      onShown(name)
      prefetchNext(name.uid, abort)
    } catch (error) {
      if (isAborted(error, abort)) return
      reading.value = { kind: 'failed', name, text: reasonOf(error) }
    }
  }

  function prefetchNext(uid: number, abort: AbortSignal): void {
    const index = list.placeOf.peek().get(uid)
    const next = index === undefined ? undefined : list.rows.peek().get(index + 1)
    if (next !== undefined) cache.prefetch({ ...list.name.peek(), uid: next.uid }, abort)
  }

  function isOpen(name: NativeMessageName): boolean {
    const open = reading.value
    return open.kind === 'message' && isSameMessage(open.name, name)
  }

  return {
    reading,
    focusRequests,
    open(name) {
      if (isOpen(name)) return
      void show(name, supersede())
    },
    openSoon(name) {
      if (isOpen(name)) return
      const abort = supersede()
      timer = setTimeout(() => void show(name, abort), settleMs)
    },
    requestFocus: () => (focusRequests.value += 1),
    close() {
      supersede()
      reading.value = { kind: 'nothing' }
    },
  }
}
