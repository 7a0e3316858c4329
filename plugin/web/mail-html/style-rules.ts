import { imageSource } from './addresses.ts'
import { allowedProperties, isHarmlessValue } from './allowed.ts'

/** The window of a document that styles are read for; its engine is what parses them. */
export type StyleWindow = Pick<
  typeof globalThis,
  'CSSStyleSheet' | 'CSSStyleRule' | 'CSSMediaRule' | 'CSSSupportsRule'
>

/** Told of addresses of images: answers which may stay. */
export interface ImageConsent {
  /** Of an image of another server: true where the reader has requested them. */
  readonly allowsRemote: () => boolean
  readonly base: string | undefined
}

/** A longer one is left out whole, and the mail is shown without it. */
const MAX_SHEET_CHARACTERS = 256 * 1024
const MAX_RULES = 5_000

/**
 * The rules of a `<style>` that can only change how the mail looks, rewritten by the browser's own parser. Conditions
 * stay (`@media`, `@supports`); everything that loads (`@import`, `@font-face`) or moves (`@keyframes`) goes.
 */
export function harmlessRules(text: string, window: StyleWindow, images: ImageConsent): string {
  if (text.length > MAX_SHEET_CHARACTERS) return ''
  const sheet = new window.CSSStyleSheet()
  // Within a comment of HTML, as was written for browsers that knew no styles.
  sheet.replaceSync(text.replace(/^\s*<!--|-->\s*$/g, ''))
  return written([...sheet.cssRules].slice(0, MAX_RULES), window, images)
}

function written(rules: readonly CSSRule[], window: StyleWindow, images: ImageConsent): string {
  return rules
    .map((rule) => {
      if (rule instanceof window.CSSStyleRule) {
        keepHarmless(rule.style, images)
        const { cssText } = rule.style
        return cssText === '' ? '' : `${rule.selectorText}{${cssText}}`
      }
      const condition = conditionOf(rule, window)
      if (condition === undefined) return ''
      return `${condition.name}{${written([...condition.rules].slice(0, MAX_RULES), window, images)}}`
    })
    .filter((text) => text !== '')
    .join('\n')
}

function conditionOf(
  rule: CSSRule,
  window: StyleWindow,
): { readonly name: string; readonly rules: CSSRuleList } | undefined {
  if (rule instanceof window.CSSMediaRule) {
    // The frame is made as high as its document: what requests the height of its window would go to and fro.
    if (/height|aspect|orientation/i.test(rule.media.mediaText)) return undefined
    return { name: `@media ${rule.media.mediaText}`, rules: rule.cssRules }
  }
  if (rule instanceof window.CSSSupportsRule) {
    return { name: `@supports ${rule.conditionText}`, rules: rule.cssRules }
  }
  return undefined
}

/** Removes from a style what could do more than change the looks of the mail. */
export function keepHarmless(style: CSSStyleDeclaration, images: ImageConsent): void {
  for (const name of [...style]) {
    const value = style.getPropertyValue(name)
    const isRetained =
      allowedProperties.test(name) && isHarmlessValue(value) && areImagesAllowed(value, images)
    if (!isRetained) style.removeProperty(name)
  }
}

function areImagesAllowed(value: string, { allowsRemote, base }: ImageConsent): boolean {
  const urls = [...value.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*))\s*\)/gi)]
  return urls.every(([, double, single, bare]) => {
    const kind = imageSource(double ?? single ?? bare ?? '', base)?.kind
    return kind === 'inside' || (kind === 'remote' && allowsRemote())
  })
}
