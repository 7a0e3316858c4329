import { effect, type ReadonlySignal } from '@preact/signals'
import type { NativePreferences } from '../../../wire/native/types.ts'
import { setTimeStyle } from '../../messages/format.ts'

/** Keeps the look of the page as the owner has it; styles/tokens.css and styles/layout.css have what follows from it. */
export function followAppearance(
  preferences: ReadonlySignal<NativePreferences>,
  { dataset }: HTMLElement,
): void {
  effect(() => {
    const { colorScheme, accent, density, readingPane, hourCycle, dateStyle, timeZone } = preferences.value
    dataset['colorScheme'] = colorScheme
    dataset['density'] = density
    dataset['readingPane'] = readingPane
    // The usual one is that of the style sheet itself.
    if (accent === 'blue') delete dataset['accent']
    else dataset['accent'] = accent
    setTimeStyle({ hourCycle, dateStyle, timeZone })
  })
}
