import { toBytes } from '../message.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
}

/** One thing of HTML: a comment, what is no text with its end, a tag, an entity. */
const MARKUP =
  /<!--[^]*?-->|<(script|style)\b[^]*?<\/\1\s*>|<[A-Za-z/!?](?:[^>"']|"[^"]*"|'[^']*')*>|&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi

/** The text of HTML as one who searches it expects: tags become blanks. Bytes of UTF-8 in and out, linear in practice. */
export function htmlAsText(html: string): string {
  return html.replace(MARKUP, (whole, _element: string | undefined, entity: string | undefined) => {
    if (entity === undefined) return isInline(whole) ? '' : ' '
    return entityText(entity) ?? whole
  })
}

function isInline(markup: string): boolean {
  return markup.startsWith('<!--')
}

function entityText(entity: string): string | undefined {
  if (!entity.startsWith('#')) return ENTITIES[entity.toLowerCase()]
  const isHex = /^#x/i.test(entity)
  const code = Number.parseInt(entity.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  return code > 0 && code <= 0x10ffff ? toBytes(String.fromCodePoint(code)) : undefined
}
