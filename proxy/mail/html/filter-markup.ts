import { allowedElements, voidElements } from './allowed-markup.ts'
import { followElements } from './open-elements.ts'
import { readTokens, type TokenVisitor } from './tokens.ts'

/** What becomes of a body. */
export interface MarkupRules extends Pick<TokenVisitor, 'style'> {
  /** The attributes that an element goes out with. */
  readonly attributesOf: AttributesOf
  /** Told of elements that do not go out, such as `body` and `base`. */
  readonly left?: (name: string, attributes: ReadonlyMap<string, string>) => void
}

/** Name and value, which is escaped afterwards. */
export type AttributesOf = (
  name: string,
  attributes: ReadonlyMap<string, string>,
) => readonly (readonly [name: string, value: string])[]

/**
 * A body reduced to the allowed elements and what the rules leave of their attributes, rewritten: every character
 * of a sender is escaped, every element that starts here ends here, and none that began before. Nothing that is
 * written has its own way of parsing, so that a browser reads what was written (no mutation XSS).
 */
export async function filterMarkup(
  html: string,
  { attributesOf, left, style }: MarkupRules,
  signal: AbortSignal,
): Promise<string> {
  const written: string[] = []
  const elements = followElements()
  const endTags = (names: readonly string[]): void => {
    for (const name of names) written.push(`</${name}>`)
  }
  const visitor: TokenVisitor = {
    open(name, attributes) {
      if (!allowedElements.has(name)) {
        left?.(name, attributes)
        return
      }
      const { ended, isRetained } = elements.open(name)
      endTags(ended)
      if (isRetained) written.push(startTag(name, attributesOf(name, attributes)))
    },
    close(name) {
      // HTML 13.2.6.4.7: to browsers this is a line break.
      if (name === 'br') written.push('<br>')
      else if (!voidElements.has(name)) endTags(elements.close(name))
    },
    text: (text) => written.push(escapeText(text)),
    ...(style === undefined ? {} : { style }),
  }
  await readTokens(html, visitor, signal)
  endTags(elements.end())
  return written.join('')
}

/** A start tag with escaped values. */
export function startTag(
  name: string,
  attributes: readonly (readonly [name: string, value: string])[],
): string {
  const pairs = attributes.map(([key, value]) => ` ${key}="${escapeValue(value)}"`)
  return `<${name}${pairs.join('')}>`
}

function escapeText(text: string): string {
  return /[&<>\u00a0]/.test(text) ? text.replace(/[&<>\u00a0]/g, escaped) : text
}

function escapeValue(value: string): string {
  return /[&<>"\0\u00a0]/.test(value) ? value.replace(/[&<>"\0\u00a0]/g, escaped) : value
}

function escaped(character: string): string {
  switch (character) {
    case '&':
      return '&amp;'
    case '<':
      return '&lt;'
    case '>':
      return '&gt;'
    case '"':
      return '&quot;'
    case '\u00a0':
      return '&nbsp;'
    default:
      return ''
  }
}
