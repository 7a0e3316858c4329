import { effect, type ReadonlySignal } from '@preact/signals'
import type { Draft } from './draft.ts'

/** More files may be on their way. */
const SOON_MS = 1_000

interface AutosaveOptions {
  readonly draft: ReadonlySignal<Draft | undefined>
  /** False while the session or the server is out: the copy in the browser has to do. */
  readonly isReady: ReadonlySignal<boolean>
  /** From the first unsaved word to the save. */
  readonly afterMs: () => number
  /** From the return of the server to the save; not the same for all pages. */
  readonly resumeAfterMs: () => number
  /**
   * Saves what is there then; never rejects. Resolves with the time after which it is to be called again
   * though nobody types; undefined when that would change nothing.
   */
  readonly save: () => Promise<number | undefined>
}

export interface Autosave {
  /** A large file was attached: it is uploaded while the person writes on. */
  readonly soon: () => void
}

/** Saves a changed draft on the server from time to time, so that another machine, or a lost one, has it too. */
export function startAutosave(options: AutosaveOptions): Autosave {
  const { draft, isReady, afterMs, resumeAfterMs, save } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let isSaving = false
  let wasReady = true

  async function run(): Promise<void> {
    stop()
    isSaving = true
    const againMs = await save()
    isSaving = false
    if (againMs !== undefined) schedule(againMs)
  }

  function schedule(delayMs: number): void {
    const isWanted = draft.peek()?.isChanged === true && isReady.peek()
    const at = Date.now() + delayMs
    if (!isWanted || isSaving || at >= dueAt) return
    stop()
    dueAt = at
    timer = setTimeout(() => void run(), delayMs)
  }

  function stop(): void {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
  }

  effect(() => {
    if (draft.value?.isChanged !== true || !isReady.value) stop()
    else schedule(wasReady ? afterMs() : resumeAfterMs())
    wasReady = isReady.value
  })

  return { soon: () => schedule(SOON_MS) }
}
