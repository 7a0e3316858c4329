import createDOMPurify, { type Config } from 'dompurify'
import { JSDOM } from 'jsdom'
import { allowedElements, plainAttributes, urlAttributes } from './allowed-markup.ts'
import type { FindImageName } from './image-names.ts'
import { RenderFault } from './renderer.ts'

/** A mail body reduced to the allow-list, still a tree. */
export interface SanitizedMail {
  readonly document: Document
  readonly body: HTMLElement
  /** Text of the `<style>` elements that were removed, in order; not yet trusted. */
  readonly styleTexts: readonly string[]
}

/**
 * Reduces a raw HTML body to the allow-list; images that `nameOf` knows keep their names until they are given
 * a source. Throws RenderFault for a tree too deep to walk.
 */
export type Sanitize = (html: string, nameOf?: FindImageName) => SanitizedMail

const config: Config & { readonly RETURN_DOM: true } = {
  ALLOWED_TAGS: [...allowedElements],
  ALLOWED_ATTR: [...urlAttributes, ...plainAttributes],
  ADD_URI_SAFE_ATTR: [...plainAttributes],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel|cid):|\/\/)/i,
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
  WHOLE_DOCUMENT: true,
  RETURN_DOM: true,
}

/** DOMPurify on jsdom, which parses as browsers do; runs no script and loads nothing. */
export function createSanitizer(): Sanitize {
  const purify = createDOMPurify(new JSDOM('').window)
  return (html, nameOf = () => undefined) => {
    const styleTexts: string[] = []
    purify.addHook('uponSanitizeElement', (node, { tagName }) => {
      if (tagName === 'style') styleTexts.push(node.textContent ?? '')
    })
    purify.addHook('uponSanitizeAttribute', (node, attribute) => {
      const isImageSource = node.nodeName === 'IMG' && attribute.attrName === 'src'
      if (isImageSource && nameOf(attribute.attrValue) !== undefined) attribute.forceKeepAttr = true
    })
    try {
      const { ownerDocument } = purify.sanitize(html, config)
      if (ownerDocument === null)
        throw new RenderFault('too_heavy', 'The body is nested too deeply')
      return { document: ownerDocument, body: bodyOf(ownerDocument), styleTexts }
    } finally {
      purify.removeHooks('uponSanitizeElement')
      purify.removeHooks('uponSanitizeAttribute')
    }
  }
}

/** A mail made of a frameset has none. */
function bodyOf(document: Document): HTMLElement {
  const body = document.querySelector('body') ?? document.createElement('body')
  document.documentElement.append(body)
  return body
}
