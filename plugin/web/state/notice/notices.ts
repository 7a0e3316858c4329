import { signal, type ReadonlySignal } from '@preact/signals'
import { failureOf, type Failure } from '../../wire/problem.ts'

/** A short word at the foot of the page, with at most one thing to do about it. */
export interface Notice extends Failure {
  readonly id: number
  readonly tone: 'plain' | 'failure'
  readonly action: { readonly label: string; readonly run: () => void } | undefined
}

/** Words to the person: notices that are seen, announcements that are heard. */
export interface Notices {
  readonly current: ReadonlySignal<Notice | undefined>
  /** Text of the polite live region. */
  readonly announcement: ReadonlySignal<string>
  say(text: string, action?: Notice['action']): void
  fail(text: string, action?: Notice['action']): void
  /** Tells of an error; `words` puts its reason into a sentence. */
  failed(error: unknown, words?: (reason: string) => string): void
  announce(text: string): void
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
    say: (message, action) => show('plain', { message }, action),
    fail: (message, action) => show('failure', { message }, action),
    failed: (error, words) => show('failure', failureOf(error, words)),
    announce: (text) => (announcement.value = text),
    dismiss,
    hold: () => clearTimeout(timer),
    release: startClock,
  }
}
