import { BASE_STYLE } from './empty-document.ts'
import { findImageNames } from './image-names.ts'
import { dressImages, dressLinks } from './links-and-images.ts'
import type { FrameRequest } from './renderer.ts'
import type { Rendered } from './job.ts'
import type { Sanitize } from './sanitizer.ts'
import { inlineStyles } from './style/sheet.ts'

/**
 * Sanitizes a body, dresses the tree, and writes it out once; nothing edits the string afterwards,
 * for that is how sanitized mail turned into script before (CVE-2024-42009).
 */
export function renderFrameDocument(request: FrameRequest, sanitize: Sanitize): Rendered {
  const nameOf = findImageNames(request.inlineImages.keys(), request.base)
  const { document, body, styleTexts } = sanitize(request.html, nameOf)
  inlineStyles(body, styleTexts)
  dressLinks(body)
  const hasRemoteContent = dressImages(body, request, nameOf)
  dropNames(body)
  replaceHead(document, request)
  return { content: `<!doctype html>${document.documentElement.outerHTML}`, hasRemoteContent }
}

/** A sanitized body without the document around it. It is read as a mail again wherever it is shown. */
export function bodyMarkup(html: string, sanitize: Sanitize): string {
  const { body, styleTexts } = sanitize(html)
  inlineStyles(body, styleTexts)
  dropNames(body)
  return body.innerHTML
}

/** Nothing refers to ids and classes any more: the styles are inlined, and the frame has no script. */
function dropNames(body: HTMLElement): void {
  for (const element of [body, ...body.querySelectorAll('[id], [class]')]) {
    element.removeAttribute('id')
    element.removeAttribute('class')
  }
}

/** The root and the head are ours: of the mail's own, only the language and the direction stay. */
function replaceHead(document: Document, request: FrameRequest): void {
  const { shownParts, showRemoteContent } = request
  const root = document.documentElement
  for (const name of root.getAttributeNames()) {
    if (name !== 'lang' && name !== 'dir') root.removeAttribute(name)
  }
  // Mail that does not say its direction has that of its first words.
  if (!root.hasAttribute('dir')) root.setAttribute('dir', 'auto')
  const head = document.createElement('head')
  const charset = document.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  const viewport = namedMeta(document, 'viewport', 'width=device-width')
  const style = document.createElement('style')
  style.textContent = BASE_STYLE
  head.append(charset, viewport, style)
  // The page lists what is not named here: see `show` with `_unrendered=1`.
  if (shownParts !== undefined) {
    head.append(namedMeta(document, 'postern-shown', shownParts.join(' ')))
  }
  if (showRemoteContent) head.append(namedMeta(document, 'postern-remote', 'shown'))
  document.querySelector('head')?.remove()
  root.prepend(head)
}

function namedMeta(document: Document, name: string, content: string): HTMLMetaElement {
  const meta = document.createElement('meta')
  meta.setAttribute('name', name)
  meta.setAttribute('content', content)
  return meta
}
