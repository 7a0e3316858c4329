import { signal, type ReadonlySignal } from '@preact/signals'
import type { find } from 'linkifyjs'

/** Finds web and mail addresses in text. What it works with is large, so it comes with the first text that is shown. */
export interface LinkFinder {
  /** Undefined until it has come; a text is shown without links meanwhile. */
  readonly find: ReadonlySignal<typeof find | undefined>
  readonly load: () => void
}

/** Builds the finder on a way to load it; where that fails, the next text tries again. */
export function createLinkFinder(load: () => Promise<{ readonly find: typeof find }>): LinkFinder {
  const finder = signal<typeof find | undefined>(undefined)
  let isLoading = false

  return {
    find: finder,
    load() {
      if (isLoading) return
      isLoading = true
      load().then(
        (module) => (finder.value = module.find),
        () => (isLoading = false),
      )
    },
  }
}
