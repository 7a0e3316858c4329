import { effect, type ReadonlySignal } from '@preact/signals'
import type { Draft } from './draft.ts'

interface AutosaveOptions {
  readonly draft: ReadonlySignal<Draft | undefined>
  /** From the first unsaved word to the save. */
  readonly afterMs: number
  /** Saves what is there then; never rejects. */
  readonly save: () => Promise<void>
}

/** Saves a changed draft on the server from time to time, so that another machine, or a lost one, has it too. */
export function startAutosave({ draft, afterMs, save }: AutosaveOptions): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    await save()
    timer = undefined
    // Refused, or typed on meanwhile: the next round tries again.
    if (draft.peek()?.isChanged === true) schedule()
  }

  function schedule(): void {
    timer ??= setTimeout(() => void run(), afterMs)
  }

  effect(() => {
    if (draft.value?.isChanged === true) {
      schedule()
      return
    }
    clearTimeout(timer)
    timer = undefined
  })
}
