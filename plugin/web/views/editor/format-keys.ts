import type { FormatCommand } from './tools/tools.tsx'

/** The shortcuts of Gmail, by the key itself, as digits and brackets move with Shift. */
const byCommandKey: Readonly<Record<string, FormatCommand>> = {
  KeyB: 'bold',
  KeyI: 'italic',
  KeyU: 'underline',
  KeyZ: 'undoStep',
  KeyY: 'redo',
  BracketLeft: 'indentLess',
  BracketRight: 'indentMore',
  Backslash: 'clearFormat',
}
const byShiftedCommandKey: Readonly<Record<string, FormatCommand>> = {
  KeyZ: 'redo',
  KeyX: 'strike',
  Digit7: 'numberedList',
  Digit8: 'bulletedList',
  Digit9: 'quoteText',
  KeyL: 'alignLeft',
  KeyE: 'alignCenter',
  KeyR: 'alignRight',
}

/** Letters stand elsewhere on other keyboards: there the letter counts. */
function codeOf({ key, code }: KeyboardEvent): string {
  return /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code
}

/** What the keys pressed ask for; undefined for none of these. */
export function commandOf(event: KeyboardEvent): FormatCommand | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, code } = event
  if (altKey) return shiftKey && !ctrlKey && !metaKey && code === 'Digit5' ? 'strike' : undefined
  if (ctrlKey === metaKey) return undefined
  return (shiftKey ? byShiftedCommandKey : byCommandKey)[codeOf(event)]
}
