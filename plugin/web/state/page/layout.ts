import { signal, type ReadonlySignal } from '@preact/signals'

/** What the style sheet made of the room there is: styles/frame/rail.css, reading-pane.css and one-pane.css decide, the script follows. */
export interface PageLayout {
  /** True while the panes take turns. */
  readonly isNarrow: ReadonlySignal<boolean>
  /** Height of a row of the list in pixels, which grows with the text. */
  readonly rowHeight: ReadonlySignal<number>
  /** Takes over what the layout probe measures: its width is that of one pane alone, its height that of a row. */
  read(probe: { readonly width: number; readonly height: number }): void
}

/** Builds the layout of a wide page; it is right from the first reading on. */
export function createLayout(): PageLayout {
  const isNarrow = signal(false)
  const rowHeight = signal(64)

  return {
    isNarrow,
    rowHeight,
    read({ width, height }) {
      isNarrow.value = width > 0
      if (height > 0) rowHeight.value = height
    },
  }
}
