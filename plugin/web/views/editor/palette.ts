/** A colour of text or highlight. */
export interface PaletteColor {
  readonly name: ColorName
  /** As it is written: readable on white paper (text: 4.5:1; WCAG 2.2, 1.4.3). */
  readonly written: string
  /** As it is drawn on dark ground while one writes. */
  readonly onDark: string
}

type ColorName = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'violet' | 'rose' | 'slate'

/** What the colours are for. */
export type ColorKind = 'textColor' | 'highlight'

/** The colours offered. */
export const palette: Readonly<Record<ColorKind, readonly PaletteColor[]>> = {
  textColor: [
    { name: 'red', written: '#b3261e', onDark: '#ff9b91' },
    { name: 'orange', written: '#9a4a00', onDark: '#ffb469' },
    { name: 'green', written: '#17733f', onDark: '#76d99f' },
    { name: 'blue', written: '#2c50c9', onDark: '#a6b9ff' },
    { name: 'violet', written: '#7b2fbf', onDark: '#d8aeff' },
    { name: 'slate', written: '#4d566a', onDark: '#b9c1d0' },
  ],
  highlight: [
    { name: 'yellow', written: '#fff2a8', onDark: '#5c4d00' },
    { name: 'orange', written: '#ffdcb8', onDark: '#683a00' },
    { name: 'green', written: '#cdf2d9', onDark: '#0f5132' },
    { name: 'blue', written: '#d3e2ff', onDark: '#1f3a8a' },
    { name: 'rose', written: '#fbd3e0', onDark: '#7a1f45' },
  ],
}

/** Rules of style by which what was written in these colours can be read on dark ground. */
export function darkPaletteRules(): string {
  const ruleOf = (property: string) => (color: PaletteColor) => {
    // A draft that was stored has them as the sanitizer writes colours out.
    const selectors = [color.written, rgbOf(color.written)].map((text) => `body [style*="${text}"]`)
    return `${selectors.join()}{${property}:${color.onDark}!important}`
  }
  return [
    ...palette.textColor.map(ruleOf('color')),
    ...palette.highlight.map(ruleOf('background-color')),
  ].join('\n')
}

function rgbOf(hex: string): string {
  const parts = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
  return `rgb(${parts.join(', ')})`
}
