import { effect, signal, type ReadonlySignal } from '@preact/signals'

export type Pane = 'folders' | 'list' | 'message'

/** Which pane a narrow page shows. On a wide one all are in sight, and this only tells whether the folders are unfolded. */
export interface Navigation {
  readonly pane: ReadonlySignal<Pane>
  /** True while the panes take turns. */
  readonly isNarrow: ReadonlySignal<boolean>
  go(pane: Pane): void
  readonly back: () => void
}

interface NavigationOptions {
  readonly window: Window
  readonly isNarrow: ReadonlySignal<boolean>
}

/** Builds the navigation on the browser's history, so that the back gesture of a phone works. */
export function createNavigation({ window, isNarrow }: NavigationOptions): Navigation {
  const pane = signal<Pane>('list')

  // The redirect of the sign-in carries the request token; it has no business in the address bar.
  window.history.replaceState({ pane: 'list' }, '', '?_task=mail')
  window.addEventListener('popstate', (event) => (pane.value = paneOf(event.state)))
  effect(() => {
    window.document.documentElement.dataset['pane'] = pane.value
  })

  return {
    pane,
    isNarrow,
    go(next) {
      if (pane.value === next) return
      pane.value = next
      if (!isNarrow.value) return
      if (next === 'list') window.history.replaceState({ pane: next }, '')
      else window.history.pushState({ pane: next }, '')
    },
    back() {
      if (isNarrow.value && pane.value === 'message') window.history.back()
      else pane.value = 'list'
    },
  }
}

function paneOf(state: unknown): Pane {
  const isRecord = typeof state === 'object' && state !== null && 'pane' in state
  if (isRecord && (state.pane === 'folders' || state.pane === 'message')) return state.pane
  return 'list'
}
