import { signal, type ReadonlySignal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { Notices } from '../notice/notices.ts'

/** A view whose code comes when it is first requested. */
export interface LazyPart {
  /** Undefined until the code has come. */
  readonly View: ReadonlySignal<FunctionComponent | undefined>
  readonly load: () => void
}

interface LazyPartOptions {
  readonly load: () => Promise<FunctionComponent>
  readonly notices: Notices
  readonly text: Catalogue
}

/** Loads nothing before it is told to; the user may try again where that fails. */
export function createLazyPart({ load, notices, text }: LazyPartOptions): LazyPart {
  const View = signal<FunctionComponent | undefined>(undefined)
  let isLoading = false

  async function loadOnce(): Promise<void> {
    if (isLoading || View.peek() !== undefined) return
    isLoading = true
    try {
      const loaded = await load()
      View.value = loaded
    } catch {
      // The line was cut, or a new release has other files.
      notices.fail(text.partNotLoaded, { label: text.tryAgain, run: () => void loadOnce() })
    } finally {
      isLoading = false
    }
  }

  return { View, load: () => void loadOnce() }
}
