import {
  clampChroma,
  formatRgb,
  modeLab,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeP3,
  modeRgb,
  parse,
  useMode,
  wcagContrast,
  type Color,
  type Oklch,
  type Rgb,
} from 'culori/fn'

/** WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5
/** Text that is hardly another colour than its ground is not meant to be seen. */
const HIDDEN_CONTRAST = 1.15

// Lightness and chroma of OKLCH (CSS Color 4, 9.2).
/** What is below is dark as it is. */
const DARK = 0.4
/** How far light grounds keep apart from each other: white becomes paper, and grey is a little lighter. */
const SPREAD = 0.25
/** What a colour that means something, a button or a banner, keeps at most. */
const VIVID = 0.46
const MIN_VIVID_CHROMA = 0.08
const MAX_NEUTRAL_CHROMA = 0.03
/** Black text becomes as light as this much less than white. */
const TEXT_SPREAD = 0.5
const BLACK_TEXT = 0.93
const STEP = 0.03

// What a browser computes (CSS Color 4, 15), and luminance.
for (const mode of [modeLrgb, modeLab, modeLch, modeOklab, modeP3]) useMode(mode)
const rgb = useMode(modeRgb)
const oklch = useMode(modeOklch)

/** What is behind text, as its sender wrote it and as it is shown. */
export interface Ground {
  readonly written: Rgb
  readonly shown: Rgb
}

/** Turns the colours of a mail that is written for white paper into those of a dark page. Colours in and out are CSS. */
export interface Shade {
  readonly paper: Ground
  /** A background on the one behind it; undefined where it is transparent, or no colour that is known. */
  groundOn(background: string, behind: Ground): Ground | undefined
  /** A background or border alone. */
  groundColor(color: string): string
  /** The colour of text that can be read on the ground. */
  textOn(color: string, ground: Ground): string
}

/** `paper` is the ground of the page. */
export function createShade(paper: string): Shade {
  const sheet = oklch(parse(paper)) ?? BLACK
  const grounds = new Map<string, string>()

  function darkened(color: Color): Oklch {
    const light = oklch(color)
    const { l, c } = light
    if (l < DARK) return light
    const dark = sheet.l + (1 - l) * SPREAD
    if (c < MAX_NEUTRAL_CHROMA) return { ...light, ...sheet, l: dark }
    return { ...light, l: c < MIN_VIVID_CHROMA ? dark : Math.min(l, VIVID) }
  }

  function groundColor(color: string): string {
    const known = grounds.get(color)
    if (known !== undefined) return known
    const read = parse(color)
    const shown = read === undefined ? color : formatRgb(clampChroma(darkened(read), 'oklch'))
    grounds.set(color, shown)
    return shown
  }

  return {
    paper: { written: WHITE, shown: rgb(sheet) },
    groundOn(background, behind) {
      const written = parse(background)
      const shown = parse(groundColor(background))
      if (written === undefined || shown === undefined || written.alpha === 0) return undefined
      return { written: over(rgb(written), behind.written), shown: over(rgb(shown), behind.shown) }
    },
    groundColor,
    textOn(color, ground) {
      const written = parse(color)
      if (written === undefined || written.alpha === 0) return color
      if (wcagContrast(over(rgb(written), ground.written), ground.written) < HIDDEN_CONTRAST) {
        return formatRgb(ground.shown)
      }
      return formatRgb(readable(oklch(written), ground.shown))
    },
  }
}

/** Dark text is turned round first, so that what was fainter than other text stays so. */
function readable(text: Oklch, ground: Rgb): Color {
  const isReadable = (color: Color) =>
    wcagContrast(over(rgb(color), ground), ground) >= MIN_CONTRAST
  if (isReadable(text)) return text
  const isLightGround = oklch(ground).l > 0.6
  const turned = isLightGround ? text.l : Math.max(text.l, BLACK_TEXT - text.l * TEXT_SPREAD)
  for (let l = turned; l > 0 && l < 1; l += isLightGround ? -STEP : STEP) {
    const color = clampChroma({ ...text, l }, 'oklch')
    if (isReadable(color)) return color
  }
  return isLightGround ? BLACK : WHITE
}

function over(color: Rgb, behind: Rgb): Rgb {
  const { alpha = 1 } = color
  const mix = (one: number, other: number) => one * alpha + other * (1 - alpha)
  return {
    mode: 'rgb',
    r: mix(color.r, behind.r),
    g: mix(color.g, behind.g),
    b: mix(color.b, behind.b),
  }
}

const WHITE: Rgb = { mode: 'rgb', r: 1, g: 1, b: 1 }
const BLACK: Oklch = { mode: 'oklch', l: 0, c: 0 }
