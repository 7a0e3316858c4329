import { parse, type CssNode, type Rule } from 'css-tree'
import { allowedDeclarations, declarationsOf, type StyleDeclaration } from './declarations.ts'
import { matches, readSelector, type StyleSelector } from './selector.ts'

const MAX_SHEET_CHARACTERS = 256 * 1024
const MAX_RULES = 2_000

/**
 * Moves the rules of the mail's `<style>` elements onto the elements they match, as `style` attributes
 * that hold allowed declarations only. At-rules, so also `@import`, `@font-face` and `@media`, are dropped.
 */
export function inlineStyles(body: HTMLElement, styleTexts: readonly string[]): void {
  const rules = readRules(styleTexts)
  const styles = [body, ...body.querySelectorAll('*')].map((element) => ({
    element,
    style: styleOf(element, rules),
  }))
  for (const { element, style } of styles) {
    if (style === '') element.removeAttribute('style')
    else element.setAttribute('style', style)
  }
}

interface StyleRule {
  readonly selector: StyleSelector
  readonly declarations: readonly StyleDeclaration[]
}

/** Rules by what their last compound asks for, weakest first (CSS Cascade 6.1). */
type RuleIndex = ReadonlyMap<string, readonly StyleRule[]>

function readRules(styleTexts: readonly string[]): RuleIndex {
  const index = new Map<string, StyleRule[]>()
  const rules = styleTexts.flatMap(parseSheet).flatMap(readRule).slice(0, MAX_RULES)
  for (const rule of rules.sort((a, b) => a.selector.specificity - b.selector.specificity)) {
    const key = indexKey(rule.selector)
    const bucket = index.get(key)
    if (bucket === undefined) index.set(key, [rule])
    else bucket.push(rule)
  }
  return index
}

function parseSheet(text: string): Rule[] {
  if (text.length > MAX_SHEET_CHARACTERS) return []
  const sheet = parse(text, { context: 'stylesheet' })
  return sheet.type === 'StyleSheet' ? [...sheet.children].filter(isRule) : []
}

function isRule(node: CssNode): node is Rule {
  return node.type === 'Rule'
}

function readRule({ prelude, block }: Rule): StyleRule[] {
  const declarations = declarationsOf(block.children)
  if (prelude.type !== 'SelectorList' || declarations.length === 0) return []
  return [...prelude.children].flatMap((node) => {
    const selector = node.type === 'Selector' ? readSelector(node) : undefined
    return selector === undefined ? [] : [{ selector, declarations }]
  })
}

function indexKey({ compounds }: StyleSelector): string {
  const own = compounds[0]
  if (own?.ids[0] !== undefined) return `#${own.ids[0]}`
  if (own?.classes[0] !== undefined) return `.${own.classes[0]}`
  return own?.type ?? '*'
}

/** The cascade: rules, then the element's own style, then the same again for what is `!important`. */
function styleOf(element: Element, rules: RuleIndex): string {
  const fromRules = candidates(element, rules)
    .filter(({ selector }) => matches(element, selector))
    .sort((a, b) => a.selector.specificity - b.selector.specificity)
    .flatMap(({ declarations }) => declarations)
  const own = allowedDeclarations(element.getAttribute('style') ?? '')
  const ordered = [...fromRules, ...own]
  return serialize([
    ...ordered.filter(({ isImportant }) => !isImportant),
    ...ordered.filter(({ isImportant }) => isImportant),
  ])
}

function candidates(element: Element, rules: RuleIndex): StyleRule[] {
  if (rules.size === 0) return []
  const keys = [
    '*',
    element.localName,
    `#${element.id}`,
    ...Array.from(element.classList, (name) => `.${name}`),
  ]
  return keys.flatMap((key) => rules.get(key) ?? [])
}

/** Later declarations win, and stand last, so that a shorthand does not undo what came after it. */
function serialize(declarations: readonly StyleDeclaration[]): string {
  const last = new Map<string, string>()
  for (const { property, value } of declarations) {
    last.delete(property)
    last.set(property, value)
  }
  return Array.from(last, ([property, value]) => `${property}:${value}`).join(';')
}
