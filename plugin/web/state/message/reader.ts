import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type { NativeMessage, NativeMessageName } from '../../../wire/native/types.ts'
import { isAborted } from '../../wire/http/http-client.ts'
import { isSameMessage, messageNameOf } from '../../wire/message-name.ts'
import { failureOf, Problem, type Failure } from '../../wire/http/problem.ts'
import type { MessageList } from '../list/list.ts'
import type { MessageCache } from './cache.ts'
import type { Rest } from './rest.ts'

/** What the reading pane shows. */
export type Reading =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'loading'; readonly name: NativeMessageName }
  | {
      readonly kind: 'message'
      readonly name: NativeMessageName
      readonly message: NativeMessage
    }
  | ({
      readonly kind: 'failed'
      readonly name: NativeMessageName
      /** There is no such message any more: to ask again is of no use. */
      readonly isDeleted: boolean
    } & Failure)

/** The open message. */
export interface Reader {
  readonly reading: ReadonlySignal<Reading>
  /** The message that was opened last, from the moment it was: also before the pane shows it. */
  readonly opened: ReadonlySignal<NativeMessageName | undefined>
  /** Grows when the user asked to go into the message, so that the view takes the focus there. */
  readonly focusRequests: ReadonlySignal<number>
  /** The user requested this message: it counts as read once it is shown. */
  open(name: NativeMessageName): void
  /** Shows a message no one requested by name, e.g. the next one. It counts as read once the user rests on it. */
  show(name: NativeMessageName): void
  /** As `show`, after a moment, so that running through the list does not ask for every message. */
  showSoon(name: NativeMessageName): void
  /** The user turned to the open message: it counts as read. */
  readonly turnTo: () => void
  /** The open message keeps its mark, however long it stays on the screen. */
  readonly leaveMark: () => void
  requestFocus(): void
  /** Asks again for the message that is shown: its words are to be read in another way. */
  again(): void
  close(): void
  /** True when the user chose the open message; false when it came by a step or in another's place. */
  readonly isChosen: () => boolean
}

interface ReaderOptions {
  readonly cache: MessageCache
  readonly list: MessageList
  readonly rest: Rest
  /** Called once a message on the screen counts as read. */
  readonly onRead: (name: NativeMessageName) => void
  readonly settleMs: number
  /** The next message is fetched so long after one is shown. */
  readonly prefetchAfterMs: number
}

function isDeleted(error: unknown): boolean {
  return error instanceof Problem && error.code === 'message_not_found'
}

/** Builds the reader; nothing is asked before a message is opened. */
export function createReader({
  cache,
  list,
  rest,
  onRead,
  settleMs,
  prefetchAfterMs,
}: ReaderOptions): Reader {
  const nothing = { kind: 'nothing' } as const
  const reading = signal<Reading>(nothing)
  /** The message whose turn comes in a moment. */
  const coming = signal<NativeMessageName | undefined>(undefined)
  const focusRequests = signal(0)
  let opening = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isChosen = false

  function supersede(): AbortSignal {
    clearTimeout(timer)
    rest.end()
    coming.value = undefined
    opening.abort()
    opening = new AbortController()
    return opening.signal
  }

  async function bring(name: NativeMessageName, isRequested: boolean): Promise<void> {
    const abort = supersede()
    isChosen = isRequested
    const cached = cache.get(name)
    if (cached === undefined) reading.value = { kind: 'loading', name }
    try {
      const message = cached ?? (await cache.fetch(name, abort))
      // A link or a bookmark may not know the UIDVALIDITY; the response does.
      const full = messageNameOf(message)
      reading.value = { kind: 'message', name: full, message }
      rest.start(() => onRead(full), isRequested)
      // After the frame of this one, which may still be on its way.
      setTimeout(() => {
        if (abort.aborted) return
        void confirm(full, abort)
        prefetchNext(name.uid, abort)
      }, prefetchAfterMs)
    } catch (error) {
      if (isAborted(error, abort)) return
      fail(name, error)
    }
  }

  function fail(name: NativeMessageName, error: unknown): void {
    reading.value = { kind: 'failed', name, isDeleted: isDeleted(error), ...failureOf(error) }
  }

  /** Any other failure than a message that is deleted takes nothing away that is on the screen. */
  async function confirm(name: NativeMessageName, abort: AbortSignal): Promise<void> {
    try {
      await cache.confirm(name, abort)
    } catch (error) {
      if (abort.aborted || !isDeleted(error)) return
      rest.end()
      fail(name, error)
    }
  }

  function prefetchNext(uid: number, abort: AbortSignal): void {
    const index = list.positionOf.peek().get(uid)
    const next = index === undefined ? undefined : list.rows.peek().get(index + 1)
    if (next !== undefined) cache.prefetch({ ...list.name.peek(), uid: next.uid }, abort)
  }

  function isShown(name: NativeMessageName): boolean {
    const shown = reading.value
    const isComing = coming.value !== undefined
    return !isComing && shown.kind === 'message' && isSameMessage(shown.name, name)
  }

  return {
    reading,
    opened: computed(() => {
      const shown = reading.value
      return coming.value ?? (shown.kind === 'nothing' ? undefined : shown.name)
    }),
    focusRequests,
    isChosen: () => isChosen,
    open(name) {
      if (isShown(name)) rest.confirm()
      else void bring(name, true)
    },
    show(name) {
      if (!isShown(name)) void bring(name, false)
    },
    showSoon(name) {
      if (isShown(name)) return
      supersede()
      coming.value = name
      timer = setTimeout(() => void bring(name, false), settleMs)
    },
    turnTo: rest.confirm,
    leaveMark: rest.end,
    requestFocus: () => (focusRequests.value += 1),
    again() {
      const shown = reading.value
      if (shown.kind !== 'message') return
      cache.forgetAll()
      void bring(shown.name, isChosen)
    },
    close() {
      batch(() => {
        supersede()
        reading.value = nothing
      })
    },
  }
}
