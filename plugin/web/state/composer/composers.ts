import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type { NativeMessageName } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { MailCatalogue } from '../../texts/later-texts.ts'
import type { ComposeMode } from '../../wire/inputs.ts'
import { isSameMessage, type MailboxName } from '../../wire/message-name.ts'
import type { Notices } from '../notice/notices.ts'
import type { ComposerState } from './composer-state.ts'
import { draftOriginOf, type Draft } from './draft.ts'
import type { TakenCopy } from './storage/draft-copies.ts'
import { draftCopySlots } from './storage/draft-copy.ts'
import type { DraftStart, NewFields, ProposedDraft } from './draft-start.ts'

/** Below the message that is answered, where there is one and room for both; above the corner of the page; all of it. */
export type ComposerSize = 'usual' | 'panel' | 'page'

/** The messages being written: one of them is expanded, the others wait minimized. */
export interface Composers {
  /** In the order they were opened. */
  readonly open: ReadonlySignal<readonly ComposerState[]>
  /** undefined: all are minimized. */
  readonly expanded: ReadonlySignal<ComposerState | undefined>
  /** Of the expanded one. */
  readonly size: ReadonlySignal<ComposerSize>
  startNew(fields?: NewFields): void
  /** Opens a reply, a forward or a stored draft; one that is open already comes forward as it is. */
  start(mode: ComposeMode, name: NativeMessageName): void
  /** Forwards messages as files, or of one of them the file that is this part. */
  forwardAttached(mailbox: MailboxName, uids: readonly number[], partId?: string): void
  /** Opens what a crash or a reload left behind, in the order of the composers. */
  restore(copies: readonly TakenCopy[]): void
  /** Opens again what was minimized or closed last. */
  reopen(): void
  expand(composer: ComposerState): void
  readonly minimize: () => void
  readonly resize: (size: ComposerSize) => void
}

interface ComposersOptions {
  /** One composer, with the number of its copy in the browser; what leaves it unsent is reported. */
  readonly create: (
    slot: number,
    events: {
      readonly onLeft: (draft: Draft) => void
      readonly reopen: (draft: Draft) => ComposerState | undefined
    },
  ) => ComposerState
  readonly start: DraftStart
  readonly notices: Notices
  readonly text: Catalogue
  /** The texts that come with the code for writing, in the language of the moment. */
  readonly texts: () => MailCatalogue
}

/** Builds them; none is open. */
export function createComposers(options: ComposersOptions): Composers {
  const { start, notices, text, texts } = options
  const order = signal<readonly ComposerState[]>([])
  const chosen = signal<ComposerState | undefined>(undefined)
  const size = signal<ComposerSize>('usual')
  /** Left unsent, so that going forward opens it again. */
  let left: Draft | undefined
  const all = draftCopySlots.map((slot) =>
    options.create(slot, { onLeft: (draft) => (left = draft), reopen: show }),
  )
  const open = computed(() => order.value.filter(({ draft }) => draft.value !== undefined))
  const expanded = computed(() => open.value.find((one) => one === chosen.value))

  function show(draft: Draft): ComposerState | undefined {
    const composer = untouched() ?? all.find((one) => one.draft.peek() === undefined)
    if (composer === undefined) {
      notices.say(texts().tooManyDrafts)
      return undefined
    }
    batch(() => {
      composer.open(draft)
      order.value = [...open.peek().filter((one) => one !== composer), composer]
      expand(composer)
    })
    return composer
  }

  /** The expanded one where nothing was written: another message takes its place. */
  function untouched(): ComposerState | undefined {
    const composer = expanded.peek()
    const isUntouched = composer?.draft.peek()?.isChanged === false
    return isUntouched && composer.status.peek().kind === 'writing' ? composer : undefined
  }

  function expand(composer: ComposerState): void {
    chosen.value = composer
    size.value = 'usual'
  }

  async function showProposed(request: Promise<ProposedDraft>): Promise<void> {
    try {
      const { draft, isCut } = await request
      if (show(draft) !== undefined && isCut) notices.say(texts().quoteCut)
    } catch (error) {
      notices.failed(error, text.actFailed)
    }
  }

  function writing(mode: ComposeMode, name: NativeMessageName): ComposerState | undefined {
    return open.peek().find(({ draft }) => {
      const current = draft.peek()
      if (current === undefined) return false
      const origin = mode === 'draft' ? storedAs(current) : draftOriginOf(current)
      return origin?.mode === mode && isSameMessage(origin, name)
    })
  }

  return {
    open,
    expanded,
    size,
    startNew(fields = {}) {
      const composer = show(start.blank(fields))
      const composeId = composer?.draft.peek()?.composeId
      void start.defaultIdentity().then((identity) => {
        if (composer?.draft.peek()?.composeId === composeId) composer?.sign(identity)
      })
    },
    start(mode, name) {
      const present = writing(mode, name)
      if (present !== undefined) expand(present)
      else void showProposed(start.ofMessage(mode, name))
    },
    forwardAttached: (...named) => void showProposed(start.withAttached(...named)),
    restore(copies) {
      batch(() => {
        for (const [slot, { draft }] of copies.entries()) all[slot]?.open(draft)
        order.value = all.slice(0, copies.length)
        // What another tab left waits minimized: it is not what this one was opened for.
        chosen.value = all[copies.findLastIndex(({ isOwn }) => isOwn)]
      })
      if (copies.some(({ isWithoutFiles }) => isWithoutFiles))
        notices.say(texts().draftRestoredWithoutFiles)
      else if (copies.some(({ draft }) => draft.isChanged)) notices.say(texts().draftRestored)
    },
    reopen() {
      const minimized = open.peek().at(-1)
      if (expanded.peek() !== undefined) return
      if (minimized !== undefined) expand(minimized)
      else if (left !== undefined) show(left)
    },
    expand,
    minimize: () => (chosen.value = undefined),
    resize: (next) => (size.value = next),
  }
}

function storedAs({ mode, source }: Draft) {
  return mode === 'draft' && source !== null ? { mode, ...source } : undefined
}
