/** Elements a mail may keep. What is not here is removed: above all script, svg, math, style, form and template. */
export const allowedElements = words(`
  html head body div span p br hr wbr center article aside section header footer main address
  blockquote pre figure figcaption
  h1 h2 h3 h4 h5 h6 ul ol li dl dt dd details summary
  a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small strike strong sub
  sup time tt u var
  table caption colgroup col thead tbody tfoot tr th td img
`)

/** Attributes that hold an address; each is judged where links and images are given theirs. */
export const addressAttributes = words('href src background')

/** Attributes whose value can neither run nor load anything; `style` is judged by its declarations. */
export const plainAttributes = words(`
  align alink alt bgcolor border bordercolor cellpadding cellspacing class clear color colspan dir
  face height hspace id lang link noshade nowrap open reversed rowspan rules scope size span start
  style text title type valign value vlink vspace width
`)

/** Properties that can only change how the mail itself looks: nothing that moves out of its place, or in time. */
export const allowedProperties = new RegExp(
  `^(?:${[
    'color|color-scheme|opacity|visibility|display|float|clear|direction|unicode-bidi|order|gap|row-gap',
    '(?:background|border|flex|font|list-style|margin|outline|padding|text|columns?|white-space|hyphens)(?:-.+)?',
    '(?:justify|align)-(?:items|content|self)',
    '(?:min-|max-)?(?:width|height)|box-sizing|overflow(?:-.+)?|vertical-align|line-height|letter-spacing',
    'word-(?:spacing|break|wrap)|tab-size|table-layout|caption-side|empty-cells|-webkit-text-size-adjust',
  ].join('|')})$`,
)

const allowedFunctions = new Set(
  words('rgb rgba hsl hsla calc min max clamp url linear-gradient radial-gradient'),
)

/** A length of its window's height: a frame is made as high as its document, so it would grow without end. */
const WINDOW_LENGTH = /\d[dsl]?v(?:h|b|min|max)\b/i

/** True for a value that can only change how the mail looks. Addresses in it are judged apart. */
export function isHarmlessValue(value: string): boolean {
  // One that waits for a custom property, of which none stays.
  if (value === '') return false
  const functions = value.matchAll(/([a-z_-][\w-]*)\(/gi)
  for (const [, name = ''] of functions) if (!allowedFunctions.has(name.toLowerCase())) return false
  return !WINDOW_LENGTH.test(value)
}

/** Of images that need no consent, as they are inside the mail. */
export const INLINE_IMAGE = /^data:image\/(?:png|gif|jpe?g|webp|bmp|avif);base64,[a-z0-9+/=\s]*$/i

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
