import { inlineStyles } from './inline-styles.ts'
import { withNamedSources } from './part-sources.ts'
import { sanitize } from './sanitize.ts'

/**
 * Markup that is written on, made of what someone else wrote: what a quotation or a stored draft holds, with its styles
 * at its elements. Images of other servers stay (the document it is written in loads none). Those that are parts of a
 * message are parts of this one as well, unless it is `isPasted`: no one knows what that was a part of.
 */
export function writableMarkup(
  html: string,
  window: Window & typeof globalThis,
  { isPasted = false }: { readonly isPasted?: boolean } = {},
): string {
  const { body, styles, images } = sanitize(html, window, {
    base: null,
    showsRemote: true,
    partOf: (source) => (!isPasted && /^cid:/i.test(source) ? source : undefined),
  })
  for (const { element, part } of images) element.setAttribute('data-part', part)
  inlineStyles(body, styles, window)
  for (const image of body.querySelectorAll('img:not([src], [data-part])')) image.remove()
  for (const element of body.querySelectorAll('[id], [class], a[name]')) {
    for (const name of ['id', 'class', 'name']) element.removeAttribute(name)
  }
  return withNamedSources(body.innerHTML)
}
