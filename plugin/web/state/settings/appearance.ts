import { effect, type ReadonlySignal } from '@preact/signals'
import type { NativePreferences } from '../../../wire/native/types.ts'
import { setTimeStyle } from '../../texts/format.ts'

/** A size that an owner gives a pane. */
export type PaneSizeName = 'foldersWidth' | 'listWidth' | 'listHeight'

/** Keeps the look of the page as the owner has it; styles/tokens.css and styles/frame/layout.css have what follows from it. */
export function followAppearance(
  preferences: ReadonlySignal<NativePreferences>,
  { dataset, style }: HTMLElement,
): void {
  effect(() => {
    const { colorScheme, accent, density, readingPane } = preferences.value
    const { previewLines, hourCycle, dateStyle, timeZone } = preferences.value
    dataset['colorScheme'] = colorScheme
    dataset['density'] = density
    dataset['readingPane'] = readingPane
    // The default one is that of the style sheet itself.
    if (accent === 'blue') delete dataset['accent']
    else dataset['accent'] = accent
    for (const name of ['foldersWidth', 'listWidth', 'listHeight'] as const)
      showPaneSize(style, name, preferences.value[name])
    style.setProperty('--preview-lines', String(previewLines))
    setTimeStyle({ hourCycle, dateStyle, timeZone })
  })
}

/**
 * Gives a pane its share, in thousandths of the page; null is as usual. Through CSSOM, which the policy of the page
 * allows (plugin/gate/cross-site.ts).
 */
export function showPaneSize(
  style: CSSStyleDeclaration,
  name: PaneSizeName,
  share: number | null,
): void {
  style.setProperty(`--${name}`, share === null ? null : `${share / 10}%`)
}
