import { type Color, colorOf, contrastOf, hexOf, mixColors } from './color.ts'

/** The colours that follow from an accent, by the names of plugin/web/styles/tokens.css. */
export interface Palette {
  readonly accent: string
  readonly 'accent-strong': string
  readonly 'on-accent': string
  readonly wash: string
  readonly 'wash-strong': string
}

/** What an accent stands on, or lies below: as in plugin/web/styles/tokens.css. */
export const SURFACES = {
  light: { ground: '#f3f4f8', paper: '#ffffff', raised: '#ffffff', 'ink-faint': '#5f687a' },
  dark: { ground: '#12151c', paper: '#191d26', raised: '#222732', 'ink-faint': '#98a1b3' },
} as const

export type Scheme = keyof typeof SURFACES

const BLACK: Color = [0, 0, 0]
const WHITE: Color = [255, 255, 255]
/** Text on buttons, of which the better one is taken. */
const ON_ACCENT = ['#ffffff', '#10172e'] as const

/** Shares of the accent in what lies below it, and of black or white in what it becomes under the pointer. */
const SHARES = {
  light: { wash: 0.1, washStrong: 0.17, strong: 0.16, towards: BLACK },
  dark: { wash: 0.17, washStrong: 0.25, strong: 0.25, towards: WHITE },
} as const

/** WCAG 2.2, 1.4.3: text below 24 px. */
export const LEAST_CONTRAST = 4.5

/** Makes the colours of a scheme. */
export function paletteOf(accent: string, scheme: Scheme): Palette {
  const { wash, washStrong, strong, towards } = SHARES[scheme]
  const color = colorOf(accent)
  const faint = colorOf(SURFACES[scheme]['ink-faint'])
  const [light, dark] = ON_ACCENT
  const isLightBetter = contrastOf(colorOf(light), color) >= contrastOf(colorOf(dark), color)
  return {
    accent: hexOf(color),
    'accent-strong': hexOf(mixColors(color, towards, strong)),
    'on-accent': isLightBetter ? light : dark,
    wash: hexOf(washOf(color, wash, { scheme, texts: [color, faint] })),
    'wash-strong': hexOf(washOf(color, washStrong, { scheme, texts: [color] })),
  }
}

const LESS = 0.01

/** A little of the accent in the paper: less than wanted where these texts could not be read on it. */
function washOf(
  accent: Color,
  wanted: number,
  { scheme, texts }: { readonly scheme: Scheme; readonly texts: readonly Color[] },
): Color {
  const paper = colorOf(SURFACES[scheme].paper)
  const washed = (share: number) => mixColors(paper, accent, share)
  const isReadable = (share: number) =>
    texts.every((text) => contrastOf(text, washed(share)) >= LEAST_CONTRAST)
  let share = wanted
  while (share > 0 && !isReadable(share)) share -= LESS
  return washed(Math.max(0, share))
}

/** Two colours of which one is read on the other. */
export interface Contrast {
  readonly ratio: number
  readonly text: string
  readonly below: string
}

/** The worst contrast that an accent makes in a scheme. */
export function worstContrast(accent: string, scheme: Scheme): Contrast {
  const made = paletteOf(accent, scheme)
  const { ground, paper, raised, 'ink-faint': inkFaint } = SURFACES[scheme]
  const pairs = [
    ...[ground, paper, raised, made.wash, made['wash-strong']].map(
      (below) => [made.accent, below] as const,
    ),
    [made['on-accent'], made.accent] as const,
    [made['on-accent'], made['accent-strong']] as const,
    [inkFaint, made.wash] as const,
  ]
  const [worst] = pairs
    .map(([text, below]) => ({ text, below, ratio: contrastOf(colorOf(text), colorOf(below)) }))
    .sort((one, other) => one.ratio - other.ratio)
  return worst ?? { text: accent, below: paper, ratio: 1 }
}

const LIGHTER = 0.05

/** The accent made lighter until it can be read in the dark scheme. */
export function darkAccentOf(accent: string): string {
  let share = 0
  let color = accent
  while (share < 1 && worstContrast(color, 'dark').ratio < LEAST_CONTRAST) {
    share += LIGHTER
    color = hexOf(mixColors(colorOf(accent), WHITE, Math.min(share, 1)))
  }
  return color
}
