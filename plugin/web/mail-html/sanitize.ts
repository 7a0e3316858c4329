import createDOMPurify, { type Config } from 'dompurify'
import { imageSource, linkTarget, usableBase } from './addresses.ts'
import { addressAttributes, allowedElements, plainAttributes } from './allowed.ts'
import type { FindImagePart } from './image-parts.ts'
import { harmlessRules, keepHarmless, type ImageConsent } from './style-rules.ts'

/** What a body is sanitized with. */
export interface SanitizeOptions {
  /** Absolute; what addresses are relative to where the mail itself names no base. */
  readonly base: string | null
  /** True once the reader requested images of other servers. */
  readonly showsRemote: boolean
  readonly partOf: FindImagePart
}

/** A mail body reduced to the allow-list. */
export interface SanitizedBody {
  /** Its elements belong to no shown document yet, so that nothing of them was loaded. */
  readonly body: HTMLElement
  /** Language and direction of the whole, where the mail names them. */
  readonly root: { readonly lang: string | null; readonly dir: string | null }
  /** Rules of its `<style>` elements, in order. */
  readonly styles: readonly string[]
  /** True where it names images of other servers, shown or not. */
  readonly hasRemoteContent: boolean
  /** Images that are parts of the message: they have no source yet. */
  readonly images: readonly { readonly element: Element; readonly part: string }[]
}

const config: Config & { readonly RETURN_DOM: true } = {
  ALLOWED_TAGS: [...allowedElements],
  ALLOWED_ATTR: [...addressAttributes, ...plainAttributes, 'name'],
  ADD_URI_SAFE_ATTR: [...plainAttributes],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
  WHOLE_DOCUMENT: true,
  RETURN_DOM: true,
}

/** As XHTML writes elements without content; read as HTML they would take all that follows as theirs. */
const CLOSED_AT_ONCE = /<(?:title|style|script|textarea)\b[^<>]*\/>/gi

/**
 * Chromium since 150 reads `<?form>` as a processing instruction of that name. DOMPurify 3.4.18 takes it for a form whose
 * properties it has to check, and throws. All of them are removed; by another name this one is as well.
 */
const NAMED_AS_FORM = /<\?(?=form\b)/gi

/**
 * Reduces a raw HTML body to what can only be looked at, on the document of the frame that will show it: its policy lets
 * styles be read there, and loads nothing whatever happens here (plugin/http/assets/message-frame.ts).
 */
export function sanitize(
  html: string,
  window: Window & typeof globalThis,
  { base: givenBase, showsRemote, partOf }: SanitizeOptions,
): SanitizedBody {
  const purify = createDOMPurify(window)
  const styleTexts: string[] = []
  const images: { element: Element; part: string }[] = []
  let hasRemoteContent = false
  let base = givenBase ?? undefined
  let hasOwnBase = false
  const allowsRemote = () => {
    hasRemoteContent = true
    return showsRemote
  }
  const shownSource = (written: string) => {
    const source = imageSource(written, base)
    return source?.kind === 'inside' || (source?.kind === 'remote' && allowsRemote())
      ? source.url
      : undefined
  }

  purify.addHook('uponSanitizeElement', (node, { tagName }) => {
    if (tagName === 'style') styleTexts.push(node.textContent ?? '')
    if (tagName !== 'base' || hasOwnBase || !(node instanceof window.Element)) return
    base = usableBase(node.getAttribute('href')) ?? base
    hasOwnBase = true
  })
  purify.addHook('uponSanitizeAttribute', (element, attribute) => {
    const { attrName, attrValue } = attribute
    // Of places within the message; by the name of anything else a document would find it instead of its own parts.
    if (attrName === 'name') attribute.keepAttr = element.nodeName === 'A'
    if (!addressAttributes.includes(attrName)) return
    const isImage = attrName === 'src' && element.nodeName === 'IMG'
    const part = isImage ? partOf(attrValue) : undefined
    if (part !== undefined) images.push({ element, part })
    const remaining = addressOf(attrName, element.nodeName, attrValue)
    attribute.keepAttr = part === undefined && remaining !== undefined
    // Judged here alone, by what it means and not by how it is written.
    attribute.forceKeepAttr = attribute.keepAttr
    if (remaining !== undefined) element.setAttribute(attrName, remaining)
  })
  purify.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName !== 'A') return
    const href = element.getAttribute('href')
    if (href === null || href.startsWith('#')) return
    // Opens apart, and tells nothing about where it was read.
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer')
  })

  function addressOf(name: string, nodeName: string, written: string): string | undefined {
    if (name === 'href') return nodeName === 'A' ? linkTarget(written, base) : undefined
    return name === 'background' || nodeName === 'IMG' ? shownSource(written) : undefined
  }

  const whole = purify.sanitize(
    html.replace(CLOSED_AT_ONCE, '').replace(NAMED_AS_FORM, '<?_'),
    config,
  )
  const root = whole instanceof window.HTMLElement ? whole : window.document.createElement('html')
  // A mail made of a frameset has none.
  const body = root.querySelector('body') ?? window.document.createElement('body')
  const consent: ImageConsent = { allowsRemote, base }
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('[style]')]) {
    keepHarmless(element.style, consent)
  }
  const styles = styleTexts.map((text) => harmlessRules(text, window, consent))
  return {
    body,
    root: { lang: root.getAttribute('lang'), dir: root.getAttribute('dir') },
    styles,
    images,
    hasRemoteContent,
  }
}
