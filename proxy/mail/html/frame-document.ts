import { plainAttributes } from './allowed-markup.ts'
import { filterMarkup, startTag } from './filter-markup.ts'
import { findImageNames } from './image-names.ts'
import { backgroundElements, baseOf, dressedLink, findImages } from './links-and-images.ts'
import { NAME_PREFIX } from './name-prefix.ts'
import type { FrameRequest } from './requests.ts'
import { allowedDeclarations } from './style/declarations.ts'
import { allowedSheet } from './style/sheet.ts'

/** Mail is written for white paper; an author's own colours only make sense on it. */
const BASE_STYLE = `
:root{color-scheme:light;background:#fff;color:#1f2328}
body{margin:16px;font:15px/1.5 system-ui,sans-serif;overflow-wrap:break-word}
img{max-width:100%;height:auto}
pre{white-space:pre-wrap}
blockquote{margin:0 0 0 4px;padding-left:12px;border-left:2px solid #c8ccd1}
`

type Attribute = readonly [name: string, value: string]
type Attributes = ReadonlyMap<string, string>

/**
 * A body as a whole document, filtered in one pass and written once; nothing edits the string afterwards, for that is
 * how sanitized mail turned into script before (CVE-2024-42009).
 */
export async function frameDocument(request: FrameRequest, signal: AbortSignal): Promise<string> {
  const nameOf = findImageNames(request.inlineImages.keys(), request.base)
  const imageSource = findImages(request, nameOf)
  const root = new Map<string, string>()
  const body = new Map<string, string>()
  const sheets: string[] = []
  let base: URL | undefined

  const allowedOf = (name: string, [key, value]: Attribute): readonly Attribute[] => {
    if (plainAttributes.has(key)) return [[key, value]]
    switch (key) {
      case 'style':
        return attribute(key, allowedDeclarations(value))
      case 'id':
        return [[key, NAME_PREFIX + value]]
      case 'class':
        return [[key, value]]
      case 'name':
        return name === 'a' ? [[key, NAME_PREFIX + value]] : []
      case 'href':
        return name === 'a' ? dressedLink(value, base) : []
      case 'src':
        return name === 'img' ? attribute(key, imageSource(value, base)) : []
      case 'background':
        return backgroundElements.has(name) ? attribute(key, imageSource(value, base)) : []
      case 'text':
      case 'link':
      case 'vlink':
        return name === 'body' ? [[key, value]] : []
      default:
        return []
    }
  }
  const attributesOf = (name: string, attributes: Attributes): readonly Attribute[] =>
    [...attributes].flatMap((each) => allowedOf(name, each))
  const content = await filterMarkup(
    request.html,
    {
      attributesOf,
      left(name, attributes) {
        if (name === 'html') addMissing(root, rootAttributes(attributes))
        // The colours of a mail belong together: a text in white is read on the paper that it was written for.
        if (name === 'body') addMissing(body, attributesOf(name, attributes))
        if (name === 'base') base ??= baseOf(attributes.get('href') ?? '')
      },
      style: (text) => sheets.push(text),
    },
    signal,
  )
  // Mail that does not say its direction has that of its first words.
  addMissing(root, [['dir', 'auto']])
  const opening = `<!doctype html>${startTag('html', [...root])}${headOf(sheets)}`
  return `${opening}${startTag('body', [...body])}${content}</body></html>`
}

function attribute(name: string, value: string | undefined): readonly Attribute[] {
  return value === undefined || value === '' ? [] : [[name, value]]
}

/** HTML 13.2.6.4.7: of further tags of `body` only what the first has not counts. */
function addMissing(known: Map<string, string>, attributes: Iterable<Attribute>): void {
  for (const [name, value] of attributes) if (!known.has(name)) known.set(name, value)
}

/** The root and the head are ours: of the mail's own, only the language, the direction and the style stay. */
function rootAttributes(attributes: Attributes): readonly Attribute[] {
  return [...attributes].filter(([name]) => name === 'lang' || name === 'dir')
}

function headOf(sheets: readonly string[]): string {
  const own = allowedSheet(sheets.join(''))
  return [
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<style>${BASE_STYLE}</style>`,
    own === '' ? '' : `<style>${own}</style>`,
    '</head>',
  ].join('')
}
