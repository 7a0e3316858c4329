import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import type { NativeMessageName } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'

/** A short text over the page, with at most one thing to do about it. */
export interface Notice extends Failure {
  readonly id: number
  readonly tone: 'plain' | 'failure'
  readonly action: { readonly label: string; readonly run: () => void } | undefined
  readonly shownMs: number
}

/** New mail: how many messages came into a mailbox, and which one where that is known. */
export interface Arrival {
  readonly mailbox: string
  readonly count: number
  readonly message?: NativeMessageName
}

/** Texts to the user: notices that are seen, announcements that are heard. */
export interface Notices {
  /** The newest is the last. */
  readonly shown: ReadonlySignal<readonly Notice[]>
  /** What was said last, also when it is no longer shown. */
  readonly latest: ReadonlySignal<Notice | undefined>
  /** Text of the polite live region. */
  readonly announcement: ReadonlySignal<string>
  /** The user dismissed what reports the outage under way. */
  readonly isOutageHidden: Signal<boolean>
  /** The copies for Sent whose banner the user dismissed; of others they are told again. */
  readonly hiddenCopies: Signal<unknown>
  /** The notice leaves when its action is taken, or after `shownMs`, where that is not the usual time. */
  say(text: string, action?: Notice['action'], shownMs?: number): void
  fail(text: string, action?: Notice['action']): void
  /** Tells of an error; `texts` puts its reason into a sentence. */
  failed(error: unknown, texts?: (values: { readonly reason: string }) => string): void
  /** `arrival` where it is about new mail. */
  announce(text: string, arrival?: Arrival): void
  readonly dismiss: (id: number) => void
  /** Stops the clocks while the user is on a notice (WCAG 2.2.1). */
  readonly hold: () => void
  readonly release: () => void
}

/** Of more at once no one reads the oldest. */
const maxShown = 3

/** Builds the notices; each leaves after `shownMs`. */
export function createNotices(usual: { readonly shownMs: number }): Notices {
  const shown = signal<readonly Notice[]>([])
  const latest = signal<Notice | undefined>(undefined)
  const announcement = signal('')
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  let isHeld = false
  let lastId = 0

  function show(
    tone: Notice['tone'],
    failure: Failure,
    action?: Notice['action'],
    shownMs = usual.shownMs,
  ): void {
    lastId += 1
    const id = lastId
    const run = () => {
      dismiss(id)
      action?.run()
    }
    const notice: Notice = { ...failure, id, tone, action: action && { ...action, run }, shownMs }
    // What is said again takes the place of what it repeats.
    const others = shown.value.filter(
      (one) => one.message !== notice.message || one.action !== undefined,
    )
    latest.value = notice
    shown.value = [...others, notice].slice(-maxShown)
    if (!isHeld) startClock(notice)
  }

  function startClock({ id, shownMs }: Notice): void {
    clearTimeout(timers.get(id))
    timers.set(
      id,
      setTimeout(() => leave(id), shownMs),
    )
  }

  function leave(id: number): void {
    timers.delete(id)
    shown.value = shown.value.filter((notice) => notice.id !== id)
  }

  function stopClocks(): void {
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
  }

  function release(): void {
    isHeld = false
    shown.value.forEach(startClock)
  }

  function dismiss(id: number): void {
    stopClocks()
    leave(id)
    // Nothing reports that the pointer is no longer on what was taken away.
    release()
  }

  return {
    shown,
    latest,
    announcement,
    isOutageHidden: signal(false),
    hiddenCopies: signal<unknown>(undefined),
    say: (message, action, shownMs) => show('plain', { message }, action, shownMs),
    fail: (message, action) => show('failure', { message }, action),
    failed: (error, texts) => show('failure', failureOf(error, texts)),
    announce: (text) => (announcement.value = text),
    dismiss,
    hold() {
      isHeld = true
      stopClocks()
    },
    release,
  }
}

/** The way back from the last action, also when its notice is deleted. */
export interface UndoLastAction {
  /** Takes the last action back, once. */
  readonly run: () => void
  /** An action whose outcome is told by the page itself: there is no notice to offer the way back. */
  remember(back: () => void): void
}

/** Builds the undo on the notices: what the last one of an action offers is what is rolled back. */
export function createUndo({
  notices,
  text,
}: {
  readonly notices: Notices
  readonly text: Catalogue
}): UndoLastAction {
  let back: (() => void) | undefined

  effect(() => {
    const notice = notices.latest.value
    if (notice?.tone !== 'plain') return
    // An action without a way back must not lead to the one before it.
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
