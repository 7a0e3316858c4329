/** Elements a mail may keep. What is not here is removed: above all script, svg, math, style, form and template. */
export const allowedElements = words(`
  html head body div span p br hr wbr center article aside section header footer main address
  blockquote pre figure figcaption
  h1 h2 h3 h4 h5 h6 ul ol li dl dt dd details summary
  a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small strike strong sub
  sup time tt u var
  table caption colgroup col thead tbody tfoot tr th td img
`)

/** Attributes that hold a URL; each is checked again when links and images are dressed. */
export const urlAttributes: readonly string[] = ['href', 'src']

/** Attributes whose value can neither run nor load anything. `id` and `class` only live until styles are inlined. */
export const plainAttributes = words(`
  align alt bgcolor border cellpadding cellspacing class color colspan dir face height hspace id
  lang noshade nowrap open reversed rowspan scope size span start style title type valign value
  vspace width
`)

/** The words of a text. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
