import type { StyleWindow } from './style-rules.ts'

/** Rules of a mail; the rest is left out, and costs looks only. */
const MAX_RULES = 2_000

/**
 * Moves rules onto the elements they match, as `style` attributes: what is quoted keeps its looks and gives none to what
 * is written beside it. Conditions (`@media`) are left out: a response has one look.
 */
export function inlineStyles(
  body: HTMLElement,
  sheets: readonly string[],
  window: StyleWindow,
): void {
  const texts = new Map<HTMLElement, string[]>()
  for (const { selector, declarations } of rulesOf(sheets, window)) {
    for (const element of body.parentElement?.querySelectorAll<HTMLElement>(selector) ?? []) {
      if (!body.contains(element)) continue
      const own = texts.get(element)
      if (own === undefined) texts.set(element, [declarations])
      else own.push(declarations)
    }
  }
  // The element's own come last, and an important one wins wherever it stands (CSS Cascade 6.1).
  for (const [element, rules] of texts) {
    element.style.cssText = [...rules, element.style.cssText].join(';')
  }
}

interface InlinedRule {
  readonly selector: string
  readonly declarations: string
  readonly specificity: number
}

/** Weakest first; of equal ones the later is stronger. */
function rulesOf(sheets: readonly string[], window: StyleWindow): readonly InlinedRule[] {
  const sheet = new window.CSSStyleSheet()
  sheet.replaceSync(sheets.join('\n'))
  return [...sheet.cssRules]
    .flatMap((rule) => {
      if (!(rule instanceof window.CSSStyleRule)) return []
      const declarations = rule.style.cssText
      return selectorsOf(rule.selectorText).map((selector) => ({
        selector,
        declarations,
        specificity: specificityOf(selector),
      }))
    })
    .slice(0, MAX_RULES)
    .sort((one, other) => one.specificity - other.specificity)
}

/** Those of states and of parts that are no elements have nothing they could stand at. */
function selectorsOf(list: string): readonly string[] {
  return list
    .split(/,(?![^([]*[)\]])/)
    .map((selector) => selector.trim())
    .filter((selector) => !selector.includes(':'))
}

/** Ids, classes and attributes, and types, as one number (Selectors 4, 17). */
function specificityOf(selector: string): number {
  const bare = selector.replace(/\[[^\]]*\]/g, '[]')
  const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0
  return count(/#/g) * 10_000 + count(/[.[]/g) * 100 + count(/(?:^|[\s>+~])[a-z]/gi)
}
