import type { CssNode, Selector } from 'css-tree'

/** A selector made of types, classes and ids only, joined by descendant and child combinators. */
export interface StyleSelector {
  /** Right to left: the first compound is the element itself. */
  readonly compounds: readonly Compound[]
  /** Ids, classes and types as one number (Selectors 4, 17). */
  readonly specificity: number
}

interface Compound {
  type: string | undefined
  readonly ids: string[]
  readonly classes: string[]
  /** How the compound to the left relates to this one. */
  combinator: ' ' | '>'
}

const MAX_COMPOUNDS = 5

/**
 * The selector, or undefined when it needs more: pseudo-classes have no meaning in an inlined style,
 * and attribute selectors are how styles read out what a page holds.
 */
export function readSelector(selector: Selector): StyleSelector | undefined {
  const compounds: Compound[] = [emptyCompound()]
  for (const node of selector.children) {
    const current = compounds[0]
    if (current === undefined || !extend(compounds, current, node)) return undefined
  }
  if (compounds.length > MAX_COMPOUNDS) return undefined
  return { compounds, specificity: compounds.map(weight).reduce((sum, each) => sum + each, 0) }
}

/** Whether the element matches, judged by its own attributes and those of its ancestors. */
export function matches(element: Element, { compounds }: StyleSelector, from = 0): boolean {
  const compound = compounds[from]
  if (compound === undefined) return true
  if (!fits(element, compound)) return false
  if (from === compounds.length - 1) return true
  const parent = element.parentElement
  if (compound.combinator === '>') {
    return parent !== null && matches(parent, { compounds, specificity: 0 }, from + 1)
  }
  for (let ancestor = parent; ancestor !== null; ancestor = ancestor.parentElement) {
    if (matches(ancestor, { compounds, specificity: 0 }, from + 1)) return true
  }
  return false
}

function emptyCompound(): Compound {
  return { type: undefined, ids: [], classes: [], combinator: ' ' }
}

function extend(compounds: Compound[], current: Compound, node: CssNode): boolean {
  if (node.type === 'TypeSelector') current.type = node.name.toLowerCase()
  else if (node.type === 'ClassSelector') current.classes.push(node.name)
  else if (node.type === 'IdSelector') current.ids.push(node.name)
  else if (node.type === 'Combinator' && (node.name === ' ' || node.name === '>')) {
    compounds.unshift({ ...emptyCompound(), combinator: node.name })
  } else return false
  return true
}

function fits(element: Element, { type, ids, classes }: Compound): boolean {
  return (
    (type === undefined || type === '*' || element.localName === type) &&
    ids.every((id) => element.id === id) &&
    classes.every((name) => element.classList.contains(name))
  )
}

function weight({ type, ids, classes }: Compound): number {
  const types = type === undefined || type === '*' ? 0 : 1
  return ids.length * 10_000 + classes.length * 100 + types
}
