import { generate, parse, walk, type CssNode, type Declaration } from 'css-tree'
import { words } from '../allowed-markup.ts'

/** One CSS declaration that passed the allow-list, its value written anew from the parsed tree. */
export interface StyleDeclaration {
  readonly property: string
  readonly value: string
  readonly isImportant: boolean
}

const MAX_STYLE_CHARACTERS = 8 * 1024

/**
 * The declarations of a `style` attribute or a rule that can only change how this mail looks. No
 * position, no custom properties, no function but the ones listed, and no URL but inline pictures.
 */
export function allowedDeclarations(css: string): StyleDeclaration[] {
  if (css.length > MAX_STYLE_CHARACTERS) return []
  const list = parse(css, { context: 'declarationList', parseCustomProperty: true })
  return list.type === 'DeclarationList' ? declarationsOf(list.children) : []
}

/** The same for declarations that are already parsed. */
export function declarationsOf(nodes: Iterable<CssNode>): StyleDeclaration[] {
  const allowed: StyleDeclaration[] = []
  for (const node of nodes) {
    const declaration = node.type === 'Declaration' ? allowedDeclaration(node) : undefined
    if (declaration !== undefined) allowed.push(declaration)
  }
  return allowed
}

function allowedDeclaration({
  property,
  value,
  important,
}: Declaration): StyleDeclaration | undefined {
  const name = property.toLowerCase()
  if (!allowedProperties.has(name) || value.type !== 'Value') return undefined
  // `background: #fff url(...)` keeps its colour; text set in white must not end on white paper.
  value.children = value.children.filter(
    (node) => node.type !== 'Url' || isInlinePicture(node.value),
  )
  if (value.children.isEmpty || !isHarmless(value)) return undefined
  return { property: name, value: generate(value), isImportant: important !== false }
}

function isHarmless(value: CssNode): boolean {
  let isHarmlessSoFar = true
  walk(value, (node) => {
    if (node.type === 'Function') isHarmlessSoFar &&= allowedFunctions.has(node.name.toLowerCase())
    else if (node.type === 'Url') isHarmlessSoFar &&= isInlinePicture(node.value)
    else isHarmlessSoFar &&= harmlessNodes.has(node.type) && !isOfWindow(node)
  })
  return isHarmlessSoFar
}

/** The frame is made as high as its document: a length of its window's height would grow without end. */
function isOfWindow(node: CssNode): boolean {
  return node.type === 'Dimension' && /^[dsl]?v(?:h|b|min|max)$/i.test(node.unit)
}

function isInlinePicture(url: string): boolean {
  return /^data:image\/(?:png|gif|jpe?g|webp);base64,[a-z0-9+/=]*$/i.test(url)
}

const harmlessNodes: ReadonlySet<string> = new Set(
  words('Value Identifier Number Dimension Percentage Hash String Operator'),
)

const allowedFunctions: ReadonlySet<string> = new Set(
  words('rgb rgba hsl hsla calc min max linear-gradient radial-gradient'),
)

const allowedProperties: ReadonlySet<string> = new Set(
  words(`
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
  `),
)
