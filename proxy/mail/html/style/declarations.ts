import { words } from '../allowed-markup.ts'

const MAX_STYLE_CHARACTERS = 8 * 1024

/** How deep brackets may stand in a value. */
const MAX_BRACKETS = 16

/**
 * The declarations of a `style` attribute or a rule that can only change how this mail looks, rewritten: no
 * position, no custom properties, no function but the ones listed, no escape, and no URL but inline pictures.
 */
export function allowedDeclarations(css: string): string {
  if (css.length > MAX_STYLE_CHARACTERS) return ''
  return declarationsOf(css)
    .flatMap((text) => allowedDeclaration(text) ?? [])
    .join(';')
}

/** CSS Syntax 5.4.6: what is in quotes, brackets and comments ends no declaration. Unclosed, they take the rest. */
function declarationsOf(css: string): readonly string[] {
  const declarations: string[] = []
  const pieces = /\/\*[^]*?(?:\*\/|$)|"[^"]*(?:"|$)|'[^']*(?:'|$)|[()[\]{};]|[^"'()[\]{};/]+|\//g
  let text = ''
  let depth = 0
  for (const [piece] of css.matchAll(pieces)) {
    if (piece.startsWith('/*')) {
      text += ' '
    } else if (piece === ';' && depth === 0) {
      declarations.push(text)
      text = ''
    } else {
      text += piece
      if (/^[([{]$/.test(piece)) depth += 1
      else if (/^[)\]}]$/.test(piece)) depth = Math.max(0, depth - 1)
    }
  }
  return [...declarations, text]
}

function allowedDeclaration(text: string): string | undefined {
  const colon = text.indexOf(':')
  const property = text.slice(0, Math.max(colon, 0)).trim().toLowerCase()
  if (!allowedProperties.has(property)) return undefined
  const value = allowedValue(text.slice(colon + 1))
  return value === undefined ? undefined : `${property}:${value}`
}

/** One token of a value (CSS Syntax 4), of those that are harmless. What starts with two dashes is a custom property. */
const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<string>"[^"\\\n\r\f<>]*"|'[^'\\\n\r\f<>]*')`,
    String.raw`(?<url>url\(\s{0,9}(?:"[^"\\\n\r\f<>()]*"|'[^'\\\n\r\f<>()]*'|[^"'\\\s<>()]*)\s{0,9}\))`,
    String.raw`(?<call>-?[a-z][a-z0-9-]*\()`,
    String.raw`(?<number>[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?<unit>%|[a-z]+)?)(?![\w.-])`,
    String.raw`(?<hash>#[0-9a-z]+)(?![\w-])`,
    String.raw`(?<word>-?[a-z_\u0080-\uffff][\w\u0080-\uffff-]*)`,
    String.raw`(?<mark>[,/()*+-])`,
    String.raw`(?<important>!\s*important\s*$)`,
  ].join('|'),
  'iy',
)

/** The value rewritten; undefined where anything in it is not known to be harmless. */
function allowedValue(text: string): string | undefined {
  TOKEN.lastIndex = 0
  const trimmed = text.trim()
  let value = ''
  let depth = 0
  let isImportant = false
  while (TOKEN.lastIndex < trimmed.length) {
    const found = TOKEN.exec(trimmed)
    if (found === null) return undefined
    const [token] = found
    const { space, url, call, unit, important, mark } = found.groups ?? {}
    if (call !== undefined && !allowedFunctions.has(call.slice(0, -1).toLowerCase()))
      return undefined
    if (unit !== undefined && isOfWindow(unit)) return undefined
    if (call !== undefined || mark === '(') depth += 1
    if (mark === ')') depth -= 1
    if (depth < 0 || depth > MAX_BRACKETS) return undefined
    if (important !== undefined) isImportant = true
    else if (space !== undefined) value += value.endsWith(' ') ? '' : ' '
    // `background: #fff url(...)` keeps its colour; text set in white must not end on white paper.
    else if (url === undefined || isInlinePicture(url)) value += token
    else if (depth > 0) return undefined
    else if (value.endsWith(' ')) value = value.slice(0, -1)
  }
  const written = value.trim()
  if (written === '' || depth > 0) return undefined
  return isImportant ? `${written}!important` : written
}

/** The frame is made as high as its document: a length of its window's height would grow without end. */
function isOfWindow(unit: string): boolean {
  return /^[dsl]?v(?:h|b|min|max)$/i.test(unit)
}

function isInlinePicture(url: string): boolean {
  return /^url\(\s*(["']?)data:image\/(?:png|gif|jpe?g|webp);base64,[a-z0-9+/=]*\1\s*\)$/i.test(url)
}

const allowedFunctions = words('rgb rgba hsl hsla calc min max linear-gradient radial-gradient')

const allowedProperties = words(`
  color background background-color background-image background-position background-repeat
  background-size opacity visibility display float clear
  font font-family font-size font-style font-variant font-weight line-height letter-spacing
  word-spacing text-align text-decoration text-indent text-transform vertical-align white-space
  word-break word-wrap overflow-wrap direction
  width min-width max-width height min-height max-height box-sizing overflow
  margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right
  padding-bottom padding-left
  border border-top border-right border-bottom border-left border-color border-style border-width
  border-radius border-collapse border-spacing border-top-color border-top-style border-top-width
  border-right-color border-right-style border-right-width border-bottom-color border-bottom-style
  border-bottom-width border-left-color border-left-style border-left-width
  list-style list-style-type list-style-position table-layout caption-side
`)
