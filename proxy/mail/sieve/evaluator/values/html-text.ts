import { toBytes } from '../message.ts'
import { createMarkupEnds } from './markup-ends.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
}

const ENTITY = /&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/iy

/** The text of HTML as one who searches it expects: tags become blanks. Bytes of UTF-8 in and out, in linear time. */
export function htmlAsText(html: string): string {
  const ends = createMarkupEnds(html)
  const pieces: string[] = []
  let at = 0
  for (const { index } of html.matchAll(/[<&]/g)) {
    // Inside of what was taken already.
    if (index < at) continue
    const { end, text } = html[index] === '&' ? entityAt(html, index) : markupAt(html, index, ends)
    if (end === -1) continue
    pieces.push(html.slice(at, index), text ?? html.slice(index, end))
    at = end
  }
  pieces.push(html.slice(at))
  return pieces.join('')
}

/** Where something ends, -1 for what is text, and what it is read as. */
interface Replaced {
  readonly end: number
  readonly text: string | undefined
}

function markupAt(
  html: string,
  index: number,
  ends: ReturnType<typeof createMarkupEnds>,
): Replaced {
  const isComment = html.startsWith('<!--', index)
  return { end: ends.endOf(index), text: isComment ? '' : ' ' }
}

function entityAt(html: string, index: number): Replaced {
  ENTITY.lastIndex = index
  const [whole = '', entity] = ENTITY.exec(html) ?? []
  if (entity === undefined) return { end: -1, text: undefined }
  return { end: index + whole.length, text: entityText(entity) }
}

function entityText(entity: string): string | undefined {
  if (!entity.startsWith('#')) return ENTITIES[entity.toLowerCase()]
  const isHex = /^#x/i.test(entity)
  const code = Number.parseInt(entity.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  return code > 0 && code <= 0x10ffff ? toBytes(String.fromCodePoint(code)) : undefined
}
