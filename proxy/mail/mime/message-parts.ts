import type { BodyNode } from './body-structure.ts'

/** What of a message is its body, and what hangs on it. */
export interface MessageParts {
  /** Plain text bodies, to be read one after the other. */
  readonly texts: readonly BodyNode[]
  readonly html: BodyNode | undefined
  readonly attachments: readonly BodyNode[]
  /** Parts the HTML body may show by Content-ID. */
  readonly inlineParts: readonly BodyNode[]
}

/**
 * Chooses the bodies (RFC 2046 5.1, RFC 2387): of alternatives the richest that can be shown, the
 * root of what is related, the first text of a mixture and the plain texts that follow it. All
 * other leaves are attachments.
 */
export function arrangeMessage(root: BodyNode): MessageParts {
  const found: Found = { texts: [], html: undefined, attachments: [], inlineParts: [] }
  visit(root, found, { isRelated: false })
  // Footers of mailing lists: with an HTML body there is no place to show them, so they are kept apart.
  const footers = found.html === undefined ? [] : found.texts.splice(1)
  return { ...found, attachments: [...found.attachments, ...footers] }
}

interface Found {
  texts: BodyNode[]
  html: BodyNode | undefined
  attachments: BodyNode[]
  inlineParts: BodyNode[]
}

interface Surroundings {
  readonly isRelated: boolean
}

function visit(node: BodyNode, found: Found, surroundings: Surroundings): void {
  if (node.type === 'multipart/alternative') visitAlternatives(node, found, surroundings)
  else if (node.type === 'multipart/related') visitRelated(node, found)
  else if (node.children.length > 0) {
    for (const child of node.children) visit(child, found, surroundings)
  } else if (!node.type.startsWith('multipart/')) visitLeaf(node, found, surroundings)
}

function visitLeaf(node: BodyNode, found: Found, { isRelated }: Surroundings): void {
  const isBody = node.disposition !== 'attachment' && node.filename === undefined
  if (isBody && node.type === 'text/plain') found.texts.push(node)
  else if (isBody && node.type === 'text/html' && found.html === undefined) found.html = node
  else if (node.contentId !== undefined && (isRelated || isInlineImage(node))) {
    found.inlineParts.push(node)
  } else found.attachments.push(node)
}

/** Only one of the alternatives is the message; an unknown one (text/calendar) can still be saved. */
function visitAlternatives(node: BodyNode, found: Found, surroundings: Surroundings): void {
  const bodies: Found = { texts: [], html: undefined, attachments: [], inlineParts: [] }
  for (const child of node.children) visit(child, bodies, surroundings)
  const isSecond = found.texts.length > 0 || found.html !== undefined
  if (
    isSecond &&
    found.html === undefined &&
    bodies.html !== undefined &&
    bodies.texts.length > 0
  ) {
    // Further down in a mixture after plain text: its plain form goes on where that text ended.
    found.attachments.push(bodies.html)
  } else if (bodies.html !== undefined) {
    if (found.html === undefined) found.html = bodies.html
    else found.attachments.push(bodies.html)
  }
  if (!isSecond || found.html === undefined) found.texts.push(...bodies.texts)
  found.attachments.push(...bodies.attachments)
  found.inlineParts.push(...bodies.inlineParts)
}

/** The first part is the root; `start` is hardly ever used to say otherwise. */
function visitRelated(node: BodyNode, found: Found): void {
  const [first, ...others] = node.children
  if (first !== undefined) visit(first, found, { isRelated: true })
  for (const other of others) visit(other, found, { isRelated: true })
}

function isInlineImage({ type, disposition }: BodyNode): boolean {
  return type.startsWith('image/') && disposition !== 'attachment'
}
