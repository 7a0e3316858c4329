import { inlineStyles } from './inline-styles.ts'
import { sanitize } from './sanitize.ts'

/**
 * Markup that is written on, made of what someone else wrote: what a quotation or a stored draft holds, with its styles
 * at its elements. Images of other servers stay (the document it is written in loads none); those that are parts of the
 * message they came from go, for they are no parts of this one.
 */
export function writableMarkup(html: string, window: Window & typeof globalThis): string {
  const { body, styles } = sanitize(html, window, {
    base: null,
    showsRemote: true,
    partOf: () => undefined,
  })
  inlineStyles(body, styles, window)
  for (const image of body.querySelectorAll('img:not([src])')) image.remove()
  for (const element of body.querySelectorAll('[id], [class], a[name]')) {
    for (const name of ['id', 'class', 'name']) element.removeAttribute(name)
  }
  return body.innerHTML
}
