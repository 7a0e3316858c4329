/** Elements a mail may keep. What is not here is left out: above all script, svg, math, style, form and template. */
export const allowedElements: ReadonlySet<string> = words(`
  div span p br hr wbr center article aside section header footer main address
  blockquote pre figure figcaption
  h1 h2 h3 h4 h5 h6 ul ol li dl dt dd details summary
  a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small strike strong sub
  sup time tt u var
  table caption colgroup col thead tbody tfoot tr th td img
`)

/** Those of them that hold nothing and have no end tag (HTML 13.1.2). */
export const voidElements: ReadonlySet<string> = words('br hr wbr col img')

/** Attributes whose value can neither run nor load anything. */
export const plainAttributes: ReadonlySet<string> = words(`
  align alt bgcolor border cellpadding cellspacing color colspan dir face height hspace
  lang noshade nowrap open reversed rowspan scope size span start title type valign value
  vspace width
`)

/** The text of a node. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
