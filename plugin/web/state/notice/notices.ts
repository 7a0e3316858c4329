import { signal, type ReadonlySignal, effect } from '@preact/signals'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import type { NativeMessageName } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../messages/en.ts'

/** A short word at the foot of the page, with at most one thing to do about it. */
export interface Notice extends Failure {
  readonly id: number
  readonly tone: 'plain' | 'failure'
  readonly action: { readonly label: string; readonly run: () => void } | undefined
}

/** New mail: how many messages came into a mailbox, and which one where that is known. */
export interface Arrival {
  readonly mailbox: string
  readonly count: number
  readonly message?: NativeMessageName
}

/** Words to the person: notices that are seen, announcements that are heard. */
export interface Notices {
  readonly current: ReadonlySignal<Notice | undefined>
  /** Text of the polite live region. */
  readonly announcement: ReadonlySignal<string>
  /** The notice leaves when its action is taken. */
  say(text: string, action?: Notice['action']): void
  fail(text: string, action?: Notice['action']): void
  /** Tells of an error; `words` puts its reason into a sentence. */
  failed(error: unknown, words?: (reason: string) => string): void
  /** `arrival` where it is about new mail. */
  announce(text: string, arrival?: Arrival): void
  readonly dismiss: () => void
  /** Stops the clock while the person is on the notice (WCAG 2.2.1). */
  readonly hold: () => void
  readonly release: () => void
}

/** Builds the notices; one is shown at a time and leaves after `shownMs`. */
export function createNotices({ shownMs }: { readonly shownMs: number }): Notices {
  const current = signal<Notice | undefined>(undefined)
  const announcement = signal('')
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastId = 0

  function show(tone: Notice['tone'], failure: Failure, action?: Notice['action']): void {
    lastId += 1
    current.value = { ...failure, id: lastId, tone, action }
    startClock()
  }

  function startClock(): void {
    clearTimeout(timer)
    timer = setTimeout(dismiss, shownMs)
  }

  function dismiss(): void {
    clearTimeout(timer)
    current.value = undefined
  }

  return {
    current,
    announcement,
    say(message, action) {
      const run = () => {
        dismiss()
        action?.run()
      }
      show('plain', { message }, action && { ...action, run })
    },
    fail: (message, action) => show('failure', { message }, action),
    failed: (error, words) => show('failure', failureOf(error, words)),
    announce: (text) => (announcement.value = text),
    dismiss,
    hold: () => clearTimeout(timer),
    release: startClock,
  }
}

/** The way back from the last act, also when its notice is gone. */
export interface UndoLastAct {
  /** Takes the last act back, once. */
  readonly run: () => void
  /** An act whose outcome is told by the page itself: there is no notice to offer the way back. */
  remember(back: () => void): void
}

/** Builds the undo on the notices: what the last one of an act offers is what is taken back. */
export function createUndo({
  notices,
  text,
}: {
  readonly notices: Notices
  readonly text: Catalogue
}): UndoLastAct {
  let back: (() => void) | undefined

  effect(() => {
    const notice = notices.current.value
    if (notice?.tone !== 'plain') return
    // An act without a way back must not lead to the one before it.
    back = notice.action?.label === text.undo ? notice.action.run : undefined
  })

  return {
    run() {
      const last = back
      back = undefined
      if (last === undefined) notices.say(text.nothingToUndo)
      else last()
    },
    remember: (next) => (back = next),
  }
}
