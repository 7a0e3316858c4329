/** The field of a stored draft whose HTML ends with a message that is forwarded as it looks. */
export const ORIGINAL_FIELD = 'X-Postern-Original'

/** Where in such HTML the forwarded message starts: nothing that is in front of it has it. */
const MARK = '<hr class="postern-original">'

/** HTML of what a user wrote, above a forwarded message that stays as it is. */
export function putAbove(written: string, original: string): string {
  return `${written.replaceAll(MARK, '<hr>')}${MARK}${original}`
}

/** What `putAbove` put below; undefined for any other HTML. */
export function originalWithin(html: string): string | undefined {
  const offset = html.indexOf(MARK)
  return offset === -1 ? undefined : html.slice(offset + MARK.length)
}

/** What `putAbove` put above; all of any other HTML. */
export function writtenAbove(html: string): string {
  const offset = html.indexOf(MARK)
  return offset === -1 ? html : html.slice(0, offset)
}

/** Plain text as a piece of HTML that looks like it; nothing of no text. */
export function textParagraph(text: string): string {
  if (text === '') return ''
  // Programs that make text of markup know `<br>`, and hardly one of them `white-space`.
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\r\n|\n|\r/g, '<br>')
  return `<div dir="auto" style="white-space:pre-wrap">${escaped}</div>`
}
