import { plainAttributes } from './allowed-markup.ts'
import { filterMarkup, type AttributesOf } from './filter-markup.ts'
import { isPicture, parseUrl } from './links-and-images.ts'
import { NAME_PREFIX } from './name-prefix.ts'
import { allowedDeclarations } from './style/declarations.ts'
import { allowedSheet } from './style/sheet.ts'

const linkProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/** Also parts of the message it goes out with (RFC 2392). */
const imageProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'cid:'])

/**
 * A body as harmless markup that is written on, or sent. Its `<style>` elements are left out: a caller that wants their
 * looks has put them onto the elements before.
 */
export function outgoingMarkup(html: string, signal: AbortSignal): Promise<string> {
  return filterMarkup(html, { attributesOf: retainedBy(allowedValue) }, signal)
}

/**
 * The same of what someone else wrote, for who puts its styles onto its elements and continues writing: they lead it as
 * one `<style>`, and classes and ids that they name stay.
 */
export async function quotableMarkup(html: string, signal: AbortSignal): Promise<string> {
  const sheets: string[] = []
  const attributesOf = retainedBy((name, key, value) => {
    if (key === 'class') return value
    return key === 'id' ? NAME_PREFIX + value : allowedValue(name, key, value)
  })
  const style = (text: string) => void sheets.push(text)
  const markup = await filterMarkup(html, { attributesOf, style }, signal)
  const sheet = allowedSheet(sheets.join(''))
  return sheet === '' ? markup : `<style>${sheet}</style>${markup}`
}

/** The attributes of an element of which something is kept. */
function retainedBy(valueOf: typeof allowedValue): AttributesOf {
  return (name, attributes) =>
    [...attributes].flatMap(([key, value]) => {
      const remaining = valueOf(name, key, value)
      return remaining === undefined ? [] : [[key, remaining] as const]
    })
}

function allowedValue(name: string, key: string, value: string): string | undefined {
  if (plainAttributes.has(key)) return value
  switch (key) {
    case 'style':
      return allowedDeclarations(value) || undefined
    case 'href':
      return name === 'a' ? addressOf(value, linkProtocols) : undefined
    case 'src': {
      if (name !== 'img') return undefined
      return isPicture(value.trim()) ? value.trim() : addressOf(value, imageProtocols)
    }
    default:
      return undefined
  }
}

/** As a browser reads it, whatever is in front of the colon. A mail has no protocol that `//host` could be of. */
function addressOf(text: string, protocols: ReadonlySet<string>): string | undefined {
  if (!protocols.has(parseUrl(text)?.protocol ?? '')) return undefined
  const address = text.trim()
  return address.startsWith('//') ? `https:${address}` : address
}
