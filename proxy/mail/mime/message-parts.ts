import { leavesOf, type BodyNode } from './body-structure.ts'

/** What of a message is its body, and what hangs on it. Every leaf stands in exactly one of the lists. */
export interface MessageParts {
  /** Plain text bodies, to be read one after the other: the whole body, or the plain form of the HTML. */
  readonly texts: readonly BodyNode[]
  readonly html: BodyNode | undefined
  /** Plain texts that stand above the HTML and are no other form of it. */
  readonly introduction: readonly BodyNode[]
  /** Texts and HTML below the HTML: what stands behind a file in the middle of a letter, the footer of a mailing list. */
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
  const parts = arrange(root, false)
  const order = new Map(leavesOf(root).map((leaf, place) => [leaf.id, place]))
  const placeOf = ({ id }: BodyNode) => order.get(id) ?? 0
  const unshown = parts.html === undefined ? parts.inlineParts : []
  return {
    ...parts,
    inlineParts: parts.html === undefined ? [] : parts.inlineParts,
    attachments: [...parts.attachments, ...unshown].sort((a, b) => placeOf(a) - placeOf(b)),
  }
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

function arrange(node: BodyNode, isRelated: boolean): MessageParts {
  if (node.children.length === 0) return arrangeLeaf(node, isRelated)
  if (node.type === 'multipart/alternative') {
    return chooseAlternative(node.children.map((child) => arrangeAlternative(child, isRelated)))
  }
  const isWithin = isRelated || node.type === 'multipart/related'
  return node.children.map((child) => arrange(child, isWithin)).reduce(follow, NOTHING)
}

function arrangeLeaf(node: BodyNode, isRelated: boolean): MessageParts {
  if (isUnnamedBody(node) && node.type === 'text/plain') return { ...NOTHING, texts: [node] }
  if (isUnnamedBody(node) && node.type === 'text/html') return { ...NOTHING, html: node }
  const isInline = isMaybeNamedImage(node) && (isRelated || node.disposition !== 'attachment')
  return isInline ? { ...NOTHING, inlineParts: [node] } : { ...NOTHING, attachments: [node] }
}

function isUnnamedBody({ disposition, filename }: BodyNode): boolean {
  return disposition !== 'attachment' && filename === undefined
}

/** With a Content-ID also a file of no type: some programs send pictures so. */
function isMaybeNamedImage({ type, contentId, contentLocation }: BodyNode): boolean {
  if (type === 'application/octet-stream') return contentId !== undefined
  return type.startsWith('image/') && (contentId ?? contentLocation) !== undefined
}

/** What follows in a mixture. For HTML after text that goes on there is no place. */
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
      next.html === undefined ? [next.texts, []] : [bodiesOf({ ...next, texts: [] }), next.texts]
    const continuation = [...before.continuation, ...below]
    return { ...before, ...both, continuation, otherForms: [...both.otherForms, ...plainForm] }
  }
  if (next.texts.length > 0 || next.html === undefined) {
    const texts = [...before.texts, ...next.texts]
    const attachments = [...both.attachments, ...bodiesOf({ ...next, texts: [] })]
    return { ...before, ...both, texts, attachments }
  }
  const introduction = [...before.texts, ...next.introduction]
  return { ...next, ...both, texts: [], introduction }
}

/** Forms of a text that mailers send beside HTML; any other alternative (text/calendar) can be saved. */
const OTHER_FORMS = /^text\/(?:x-amp-html|watch-html|enriched|richtext)$/

function arrangeAlternative(node: BodyNode, isRelated: boolean): MessageParts {
  const isForm = node.children.length === 0 && isUnnamedBody(node) && OTHER_FORMS.test(node.type)
  return isForm ? { ...NOTHING, otherForms: [node] } : arrange(node, isRelated)
}

/** Only one of the alternatives is the message: the last that can be shown (RFC 2046 5.1.4). */
function chooseAlternative(forms: readonly MessageParts[]): MessageParts {
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

function hasBody(parts: MessageParts): boolean {
  return bodiesOf(parts).length > 0
}

function bodiesOf(parts: MessageParts): readonly BodyNode[] {
  const { introduction, texts, html, continuation } = parts
  return [...introduction, ...texts, ...(html === undefined ? [] : [html]), ...continuation]
}
