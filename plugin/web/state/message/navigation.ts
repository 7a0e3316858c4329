import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Reader } from './reader.ts'

export type Pane = 'folders' | 'list' | 'message'

/** Which pane a narrow page shows. On a wide one all are visible, and this only reports whether the folders are unfolded. */
export interface Navigation {
  readonly pane: ReadonlySignal<Pane>
  /** True while the panes take turns. */
  readonly isNarrow: ReadonlySignal<boolean>
  readonly showFolders: () => void
  readonly hideFolders: () => void
  /** Leaves the folders and, where the panes take turns, the open message. */
  readonly showList: () => void
  /** Leaves the folders, or closes the open message. */
  readonly back: () => void
}

interface NavigationOptions {
  readonly page: Document
  readonly isNarrow: ReadonlySignal<boolean>
  readonly reader: Reader
}

/** Builds the navigation: an open message is before the list, the folders before both. */
export function createNavigation({ page, isNarrow, reader }: NavigationOptions): Navigation {
  const hasFolders = signal(false)
  const pane = computed<Pane>(() => {
    if (hasFolders.value) return 'folders'
    return reader.reading.value.kind === 'nothing' ? 'list' : 'message'
  })

  effect(() => {
    page.documentElement.dataset['pane'] = pane.value
  })

  return {
    pane,
    isNarrow,
    showFolders: () => (hasFolders.value = true),
    hideFolders: () => (hasFolders.value = false),
    showList() {
      hasFolders.value = false
      if (isNarrow.value) reader.close()
    },
    back() {
      if (hasFolders.value) hasFolders.value = false
      else reader.close()
    },
  }
}
