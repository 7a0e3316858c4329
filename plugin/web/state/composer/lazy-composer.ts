import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import type { NativeMessageName } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { ComposeMode } from '../../wire/inputs.ts'
import type { MailboxName } from '../../wire/message-name.ts'
import type { Composers } from './composers.ts'
import type { NewFields } from './draft-start.ts'
import type { PendingCopies } from './storage/pending-copies.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Notices } from '../notice/notices.ts'

/** The composers, the outbox and copies of sent mail with what shows them, which are in a file of their own. */
export interface ComposerPart {
  readonly composers: Composers
  readonly outbox: Outbox
  readonly copies: PendingCopies
  readonly View: FunctionComponent
  readonly OutboxLink: FunctionComponent
}

/** What the page does with the composer, whose code comes after the first drawing, or when it is requested. */
export interface LazyComposer {
  /** Undefined until the code has come. */
  readonly part: ReadonlySignal<ComposerPart | undefined>
  /** A message to write was requested and the code is on its way: what is typed is meant for its fields. */
  readonly isOpening: ReadonlySignal<boolean>
  /** A message is being written, and not minimized, or about to be. */
  readonly isOpen: ReadonlySignal<boolean>
  readonly isSaving: ReadonlySignal<boolean>
  /** True while words of any message, written or sent, are not stored on the server. */
  readonly isUnsaved: ReadonlySignal<boolean>
  startNew(fields?: NewFields): void
  start(mode: ComposeMode, name: NativeMessageName): void
  /** Forwards messages as files, or of one of them the file that is this part. */
  forwardAttached(mailbox: MailboxName, uids: readonly number[], partId?: string): void
  /** Takes up the copies a crash or a reload left behind; once in the life of the page. */
  restore(): void
  /** Opens again what was minimized or closed last, as it was then. */
  reopen(): void
  /** Closes the expanded message, or rolls back that one was requested. */
  close(): void
  /** Removes what the browser has of messages being written; in vain where the code for it cannot be had. */
  forgetCopies(): Promise<void>
  /** Fetches the code ahead of its use; no one is told where that fails. */
  readonly preload: () => void
}

interface LazyComposerOptions {
  readonly load: () => Promise<ComposerPart>
  /** Resolves once the server answers again, and notifies the user meanwhile. */
  readonly untilReachable: () => Promise<void>
  /** True when this tab has copies of messages that were being written. */
  readonly hasCopy: () => boolean
  readonly forgetCopies: () => Promise<void>
  readonly notices: Notices
  readonly text: Catalogue
}

/** What was requested last and waits for the code. */
interface Wish {
  readonly isNew: boolean
  readonly run: (composers: Composers) => void
}

/** Builds the composer on a way to load it. What the browser keeps stays there until it is on show. */
export function createLazyComposer(options: LazyComposerOptions): LazyComposer {
  const { load, untilReachable, hasCopy, notices, text } = options
  const part = signal<ComposerPart | undefined>(undefined)
  const wish = signal<Wish | undefined>(undefined)
  const isLoading = signal(false)
  let isRestored = false
  const isOpening = computed(() => isLoading.value && wish.value?.isNew === true)

  async function loadPart(): Promise<void> {
    if (isLoading.peek() || part.peek() !== undefined) return
    isLoading.value = true
    const loaded = await load().catch(() => undefined)
    if (loaded !== undefined) {
      arrived(loaded)
      return
    }
    isLoading.value = false
    // What was only fetched ahead is fetched again when it is requested.
    if (wish.peek() !== undefined) await loadAgain()
  }

  // Where the line is cut that is waited for. Where the server answers and has no such file it is another release.
  async function loadAgain(): Promise<void> {
    const loaded = await untilReachable()
      .then(load)
      .catch(() => undefined)
    if (loaded !== undefined) arrived(loaded)
    else notices.fail(text.composerNotLoaded, { label: text.tryAgain, run: () => void loadPart() })
  }

  function arrived(loaded: ComposerPart): void {
    const wanted = wish.peek()
    batch(() => {
      isLoading.value = false
      wish.value = undefined
      if (part.peek() !== undefined) return
      part.value = loaded
      wanted?.run(loaded.composers)
    })
  }

  function want(wanted: Wish): void {
    const composers = part.peek()?.composers
    if (composers === undefined) {
      wish.value = wanted
      void loadPart()
    } else wanted.run(composers)
  }

  const expanded = computed(() => part.value?.composers.expanded.value)

  return {
    part,
    isOpening,
    isOpen: computed(() => isOpening.value || expanded.value !== undefined),
    isSaving: computed(() => expanded.value?.status.value.kind === 'saving'),
    isUnsaved: computed(() => {
      if (part.value === undefined) return false
      const { composers, copies } = part.value
      const isChanged = composers.open.value.some(({ draft }) => draft.value?.isChanged)
      return isChanged || copies.drafts.value.length > 0
    }),
    startNew: (fields) => want({ isNew: true, run: (composers) => composers.startNew(fields) }),
    start: (mode, name) => want({ isNew: false, run: (composers) => composers.start(mode, name) }),
    forwardAttached: (...named) =>
      want({ isNew: false, run: (composers) => composers.forwardAttached(...named) }),
    restore() {
      if (isRestored) return
      isRestored = true
      // The code takes it up whatever else is requested.
      if (hasCopy()) want({ isNew: true, run: () => undefined })
    },
    reopen: () => part.peek()?.composers.reopen(),
    close() {
      wish.value = undefined
      expanded.peek()?.close()
    },
    forgetCopies: () => options.forgetCopies().catch(() => undefined),
    preload: () => void loadPart(),
  }
}
