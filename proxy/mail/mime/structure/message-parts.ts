import { leavesWithin, type BodyNode } from './body-structure.ts'

/** What of a message is its body, and what hangs on it. Every leaf is in one of the lists; what is shown and can be saved as well, in two. */
export interface MessageParts {
  /** Plain text bodies, to be read one after the other: the whole body, or the plain form of the HTML. */
  readonly texts: readonly BodyNode[]
  readonly html: BodyNode | undefined
  /** Plain texts that stand above the HTML and are no other form of it. */
  readonly introduction: readonly BodyNode[]
  /** Texts and HTML below the HTML: what is behind a file in the middle of a letter, the footer of a mailing list. */
  readonly continuation: readonly BodyNode[]
  /** Alternatives to what is shown. */
  readonly otherForms: readonly BodyNode[]
  /** Images the HTML body may show by Content-ID or Content-Location; those it does not are attachments. */
  readonly inlineParts: readonly BodyNode[]
  readonly attachments: readonly BodyNode[]
}

/**
 * Chooses the bodies (RFC 2046 5.1, RFC 2387): of alternatives the richest that can be shown, the root
 * of what is related, the texts and HTML of a mixture one after the other. What is not shown is an attachment.
 */
export function arrangeMessage(root: BodyNode): MessageParts {
  const parts = arrange(root, { isRelated: false, isBody: true, room: { messages: MAX_MESSAGES } })
  const order = new Map(leavesWithin(root).map((leaf, index) => [leaf.id, index]))
  const positionOf = ({ id }: BodyNode) => order.get(id) ?? 0
  const unshown = parts.html === undefined ? parts.inlineParts : []
  return {
    ...parts,
    inlineParts: parts.html === undefined ? [] : parts.inlineParts,
    attachments: [...parts.attachments, ...unshown].sort((a, b) => positionOf(a) - positionOf(b)),
  }
}

/** Of a digest with more the rest can be opened. */
const MAX_MESSAGES = 20

/** What is known of where a part stands. */
interface Standing {
  readonly isRelated: boolean
  /** Nothing of the body is before it: a text is the body, whatever name it has. */
  readonly isBody: boolean
  /** Attached messages that may still be shown within this one. */
  readonly room: { messages: number }
}

const NOTHING: MessageParts = {
  texts: [],
  html: undefined,
  introduction: [],
  continuation: [],
  otherForms: [],
  inlineParts: [],
  attachments: [],
}

function arrange(node: BodyNode, standing: Standing): MessageParts {
  if (node.children.length === 0) return arrangeLeaf(node, standing)
  if (node.type === 'multipart/alternative') {
    // Each of them stands where the body stands (RFC 2046 5.1.4); an attached message is none of them.
    const within = { ...standing, isBody: true, room: { messages: 0 } }
    return chooseAlternative(node.children.map((child) => arrangeAlternative(child, within)))
  }
  const isRelated = standing.isRelated || node.type === 'multipart/related'
  return node.children.reduce((before, child) => {
    if (isResourceFork(child, node)) return { ...before, otherForms: [...before.otherForms, child] }
    const isBody = standing.isBody && !hasBody(before)
    return follow(before, arrange(child, { ...standing, isRelated, isBody }))
  }, NOTHING)
}

/** What a Macintosh knows of the file beside it, under the same name (RFC 1740). */
function isResourceFork({ type }: BodyNode, parent: BodyNode): boolean {
  return parent.type === 'multipart/appledouble' && type === 'application/applefile'
}

function arrangeLeaf(node: BodyNode, { isRelated, isBody, room }: Standing): MessageParts {
  const { type, disposition, filename, message } = node
  if (message !== undefined && disposition !== 'attachment' && room.messages > 0) {
    room.messages -= 1
    const within = { isRelated: false, isBody: true, room }
    return besides(node, withHeading(arrange(message, within), node.heading))
  }
  const isFile = disposition === 'attachment' || (filename !== undefined && !isBody)
  if (!isFile && type === 'text/html') return { ...NOTHING, html: node }
  if (!isFile && isShownAsText(type)) return { ...NOTHING, texts: [node] }
  // Named and to be shown (RFC 2183 2.1): there to be saved as well.
  if (disposition === 'inline' && isShownAsText(type) && type !== 'text/html')
    return besides(node, { ...NOTHING, texts: [node] })
  const isInline = isMaybeNamedImage(node) && (isRelated || disposition !== 'attachment')
  return isInline ? { ...NOTHING, inlineParts: [node] } : besides(node, NOTHING)
}

/** A part in the list of attachments, whatever is shown of it. */
function besides(node: BodyNode, parts: MessageParts): MessageParts {
  return { ...parts, attachments: [node, ...parts.attachments] }
}

/** Texts that no one reads, but programs do. RFC 2046 4.1.4: any other is shown as plain text. */
const FOR_PROGRAMS =
  /^text\/(?:calendar|(?:x-)?vcard|directory|csv|tab-separated-values|rtf|xml|css|(?:x-)?(?:java|ecma)script|x-amp-html|watch-html|rfc822-headers)$/

function isShownAsText(type: string): boolean {
  return type.startsWith('text/') && !FOR_PROGRAMS.test(type)
}

/** The fields of an attached message above its first body. */
function withHeading(parts: MessageParts, heading: BodyNode['heading']): MessageParts {
  const head = ([first, ...rest]: readonly BodyNode[]) =>
    first === undefined ? [] : [{ ...first, heading }, ...rest]
  const { introduction, texts, html } = parts
  return introduction.length > 0
    ? { ...parts, introduction: head(introduction), texts: head(texts) }
    : { ...parts, texts: head(texts), html: html && { ...html, heading } }
}

/** With a Content-ID also a file of no type: some programs send pictures so. */
function isMaybeNamedImage({ type, contentId, contentLocation }: BodyNode): boolean {
  if (type === 'application/octet-stream') return contentId !== undefined
  return type.startsWith('image/') && (contentId ?? contentLocation) !== undefined
}

/** What follows in a mixture. Text before HTML is its introduction, and continues in its plain form where it has one. */
function follow(before: MessageParts, next: MessageParts): MessageParts {
  const both = {
    otherForms: [...before.otherForms, ...next.otherForms],
    inlineParts: [...before.inlineParts, ...next.inlineParts],
    attachments: [...before.attachments, ...next.attachments],
  }
  if (!hasBody(next)) return { ...before, ...both }
  if (!hasBody(before)) return { ...next, ...both }
  if (before.html !== undefined) {
    const [below, plainForm] =
      next.html === undefined
        ? [next.texts, []]
        : [
            bodiesOf({ ...next, texts: [] }),
            next.texts.filter((text) => !next.introduction.some(({ id }) => id === text.id)),
          ]
    const continuation = [...before.continuation, ...below]
    return { ...before, ...both, continuation, otherForms: [...both.otherForms, ...plainForm] }
  }
  const texts = [...before.texts, ...next.texts]
  if (next.html === undefined) return { ...before, ...both, texts }
  const introduction = [...before.texts, ...next.introduction]
  return { ...next, ...both, texts: next.texts.length > 0 ? texts : [], introduction }
}

/** Forms of a text that mailers send beside HTML; any other alternative (text/calendar) can be saved. */
const OTHER_FORMS = /^text\/(?:x-amp-html|watch-html|enriched|richtext)$/

function arrangeAlternative(node: BodyNode, standing: Standing): MessageParts {
  const isForm =
    node.children.length === 0 && node.filename === undefined && OTHER_FORMS.test(node.type)
  return isForm ? { ...NOTHING, otherForms: [node] } : arrange(node, standing)
}

/** Only one of the alternatives is the message: the last that can be shown (RFC 2046 5.1.4), an empty one only where all are. */
function chooseAlternative(all: readonly MessageParts[]): MessageParts {
  const full = all.filter((form) => !isEmpty(form))
  const forms = full.some(hasBody) ? full : all
  const rich = forms.findLast(({ html }) => html !== undefined)
  const plain =
    rich !== undefined && rich.texts.length > 0
      ? rich
      : forms.findLast((form) => form !== rich && form.texts.length > 0)
  const shown = { ...NOTHING, ...rich, texts: plain?.texts ?? [] }
  const chosen = new Set(bodiesOf(shown))
  const others = forms
    .flatMap((form) => [...bodiesOf(form), ...form.otherForms])
    .filter((node) => !chosen.has(node))
  const attachments = forms.flatMap((form) => form.attachments)
  return {
    ...shown,
    otherForms: hasBody(shown) ? others : [],
    inlineParts: forms.flatMap((form) => form.inlineParts),
    attachments: hasBody(shown) ? attachments : [...attachments, ...others],
  }
}

/** Nothing but bodies without a byte in them, which a boundary too many makes. */
function isEmpty(form: MessageParts): boolean {
  const { attachments, inlineParts, otherForms } = form
  const others = attachments.length + inlineParts.length + otherForms.length
  return others === 0 && hasBody(form) && bodiesOf(form).every(isWithoutBytes)
}

/** The server knows no size of what is in a multipart without parts. */
function isWithoutBytes({ size, enclosing }: BodyNode): boolean {
  return size === 0 && enclosing === undefined
}

function hasBody(parts: MessageParts): boolean {
  return bodiesOf(parts).length > 0
}

function bodiesOf(parts: MessageParts): readonly BodyNode[] {
  const { introduction, texts, html, continuation } = parts
  return [...introduction, ...texts, ...(html === undefined ? [] : [html]), ...continuation]
}
