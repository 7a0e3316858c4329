import type { ImapValue } from '../../imap/parser/response.ts'
import { bytesOf, isList, listOf, nameOf, numberOf, pairsOf } from '../../imap/parser/value.ts'
import { attachedHeading } from '../header/attached-heading.ts'
import { decodeHeaderText } from '../header/encoded-word.ts'
import { mediaType } from '../header/media-type.ts'
import { parameterOf } from '../header/parameter.ts'

/** One node of BODYSTRUCTURE (RFC 9051 7.5.2). */
export interface BodyNode {
  /** IMAP section, e.g. `1.2`; empty for the root of a multipart message. */
  readonly id: string
  /** Media type in lower case. */
  readonly type: string
  readonly charset: string | undefined
  readonly filename: string | undefined
  readonly disposition: 'inline' | 'attachment' | undefined
  /** Without its angle brackets. */
  readonly contentId: string | undefined
  /** RFC 2557: the address an HTML body may name the part by, and what addresses within it are relative to. */
  readonly contentLocation: string | undefined
  /** Set for `format=flowed` (RFC 3676). */
  readonly flowed: { readonly delSp: boolean } | undefined
  /** Subject of a message/rfc822. */
  readonly subject: string | undefined
  /** Of a message/rfc822, with the sections it has within this one. */
  readonly message: BodyNode | undefined
  /** Of the first body of an attached message that is shown in this one: the fields that tell whose it is. */
  readonly heading: (() => string) | undefined
  /** `smime-type` (RFC 8551 3.2.2), in lower case. */
  readonly smimeType: string | undefined
  /** Its header says more than the server made of it: the type makes no sense, or the name has no end. */
  readonly isUnclear: boolean
  /** Its bytes, in its transfer encoding, where they are known: of a part that the server knows nothing of. */
  readonly content: Buffer | undefined
  readonly encoding: string
  /** Encoded size in bytes. */
  readonly size: number
  /** Parts of a multipart; a message/rfc822 is a leaf here. */
  readonly children: readonly BodyNode[]
  /** Leaves below it that are not among its children, because a message may only have so many. */
  readonly partsLeftOut: number
  /**
   * Set for the one empty text that servers put into a multipart without parts (its boundary never
   * came): what is there is in the multipart itself.
   */
  readonly enclosing: EnclosingMultipart | undefined
}

/** A multipart as its content is fetched: without its own header. */
export interface EnclosingMultipart {
  readonly section: string
  readonly subtype: string
  readonly boundary: string | undefined
}

/** A deeper multipart is one leaf, further parts are left out: no honest message comes near. */
const MAX_DEPTH = 50
const MAX_PARTS = 2_000

/** Reads BODYSTRUCTURE. Never throws: what makes no sense becomes an empty application/octet-stream. */
export function parseBodyStructure(value: ImapValue | undefined): BodyNode {
  const list = listOf(value)
  return parseNode(list, '', {
    depth: 0,
    budget: { parts: MAX_PARTS },
    likely: likelyCharset(list),
  })
}

/** All leaves in their order. */
export function leavesOf(node: BodyNode): readonly BodyNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf)
}

/** The same, with those of an attached message behind it. */
export function leavesWithin(node: BodyNode): readonly BodyNode[] {
  return leavesOf(node).flatMap((leaf) =>
    leaf.message === undefined ? [leaf] : [leaf, ...leavesWithin(leaf.message)],
  )
}

/** The same tree with other leaves; those of attached messages stay. */
export function withLeaves(node: BodyNode, change: (leaf: BodyNode) => BodyNode): BodyNode {
  if (node.children.length === 0) return change(node)
  return { ...node, children: node.children.map((child) => withLeaves(child, change)) }
}

/** What is passed down while a structure is read. */
interface Place {
  readonly depth: number
  readonly budget: { parts: number }
  /** Charset of 8-bit names: that of the first text. */
  readonly likely: string | undefined
}

/** The whole of a message, or of one that is attached as the part `id`. */
function parseNode(list: readonly ImapValue[], id: string, location: Place): BodyNode {
  if (isMultipart(list))
    return parseMultipart(list, id, location, id === '' ? 'TEXT' : `${id}.TEXT`)
  return parseLeaf(list, id === '' ? '1' : `${id}.1`, location)
}

/** The charset of the first text, whose header is likely to be written in it as well (RFC 2047 allows no 8-bit text). */
export function likelyCharset(list: readonly ImapValue[]): string | undefined {
  let first = list
  while (isMultipart(first)) first = listOf(first[0])
  return parametersOf(first[2]).get('CHARSET')
}

function parseMultipart(
  list: readonly ImapValue[],
  id: string,
  location: Place,
  section: string,
): BodyNode {
  const { depth, budget } = location
  if (depth >= MAX_DEPTH) return { ...NO_PART, id }
  const children: BodyNode[] = []
  let partsLeftOut = 0
  let next = 0
  for (; isList(list[next]); next += 1) {
    const child = listOf(list[next])
    const childId = id === '' ? `${next + 1}` : `${id}.${next + 1}`
    budget.parts -= 1
    if (budget.parts < 0) {
      partsLeftOut += countLeaves(child, depth + 1)
      continue
    }
    const within = { ...location, depth: depth + 1 }
    const part = isMultipart(child)
      ? parseMultipart(child, childId, within, childId)
      : parseLeaf(child, childId, within)
    partsLeftOut += part.partsLeftOut
    // Without children a multipart is taken for a leaf.
    if (part.children.length > 0 || part.partsLeftOut === 0) children.push(part)
  }
  const boundary = parameterOf(parametersOf(list[next + 1]), 'BOUNDARY')
  const subtype = bytesOf(list[next]).toLowerCase() || 'mixed'
  return {
    ...NO_PART,
    id,
    type: `multipart/${subtype}`,
    disposition: dispositionOf(list[next + 2]),
    contentLocation: locationOf(list[next + 4]),
    children: withEnclosing(children, { section, subtype, boundary }),
    partsLeftOut,
  }
}

function isMultipart(list: readonly ImapValue[]): boolean {
  return isList(list[0])
}

/** As many as would be read: what is nested too deeply is one. */
function countLeaves(list: readonly ImapValue[], depth: number): number {
  if (!isMultipart(list) || depth >= MAX_DEPTH) return 1
  let leaves = 0
  for (const child of list) {
    // The parts stand in front of the subtype.
    if (!isList(child)) break
    leaves += countLeaves(listOf(child), depth + 1)
  }
  return leaves
}

function withEnclosing(
  children: readonly BodyNode[],
  enclosing: EnclosingMultipart,
): readonly BodyNode[] {
  const [only] = children
  const isPlaceholder = children.length === 1 && only?.type === 'text/plain' && only.size === 0
  return isPlaceholder ? [{ ...only, enclosing }] : children
}

/** What is known of a part that nothing is said about. */
export const NO_PART: BodyNode = {
  id: '',
  type: 'application/octet-stream',
  charset: undefined,
  filename: undefined,
  disposition: undefined,
  contentId: undefined,
  contentLocation: undefined,
  flowed: undefined,
  subject: undefined,
  message: undefined,
  heading: undefined,
  smimeType: undefined,
  isUnclear: false,
  content: undefined,
  encoding: '7bit',
  size: 0,
  children: [],
  partsLeftOut: 0,
  enclosing: undefined,
}

function parseLeaf(list: readonly ImapValue[], id: string, location: Place): BodyNode {
  if (list.length === 0) return { ...NO_PART, id }
  const [major, minor, typeParameters, contentId, , encoding, size] = list
  const { type, isUnclear } = mediaType(bytesOf(major), bytesOf(minor))
  const parameters = parametersOf(typeParameters)
  const named = bytesOf(major) === '' ? NO_PART.type : `${bytesOf(major)}/`.toLowerCase()
  const disposition = list[dispositionIndex(isMessage(type) ? type : named)]
  const filename =
    parameterOf(parametersOf(listOf(disposition)[1]), 'FILENAME', location.likely) ??
    parameterOf(parameters, 'NAME', location.likely)
  const encodedAs = bytesOf(encoding).toLowerCase()
  const bytes = numberOf(size) ?? 0
  return {
    ...NO_PART,
    id,
    type,
    charset: parameterOf(parameters, 'CHARSET'),
    filename,
    disposition: dispositionOf(disposition),
    contentId: contentIdOf(bytesOf(contentId)),
    contentLocation: locationOf(list[dispositionIndex(isMessage(type) ? type : named) + 2]),
    flowed: flowedOf(parameters),
    ...(isMessage(type) ? attachedMessage(list, id, location) : {}),
    smimeType: parameters.get('SMIME-TYPE')?.toLowerCase(),
    isUnclear: isUnclear || (filename !== undefined && !filename.includes('.')) || bytes === 0,
    encoding: encodedAs,
    size: bytes,
  }
}

function attachedMessage(
  list: readonly ImapValue[],
  id: string,
  position: Place,
): Pick<BodyNode, 'subject' | 'message' | 'heading'> {
  const structure = listOf(list[8])
  const within = { ...position, depth: position.depth + 1, likely: likelyCharset(structure) }
  position.budget.parts -= 1
  const hasRoom = within.depth < MAX_DEPTH && position.budget.parts > 0 && structure.length > 0
  return {
    subject: decodeHeaderText(bytesOf(listOf(list[7])[1]), within.likely),
    message: hasRoom ? parseNode(structure, id, within) : undefined,
    // Of hundreds of attached messages a list needs none.
    heading: () => attachedHeading(list[7], within.likely),
  }
}

function locationOf(value: ImapValue | undefined): string | undefined {
  return bytesOf(value).trim() || undefined
}

/** A Content-ID (RFC 2392) without its brackets. */
export function contentIdOf(value: string): string | undefined {
  return /^\s*<?([^<>\s]+)>?\s*$/.exec(value)?.[1]
}

/** `format=flowed` and its `delsp` (RFC 3676 4) of the parameters of a type. */
export function flowedOf(parameters: ReadonlyMap<string, string>): BodyNode['flowed'] {
  if (parameters.get('FORMAT')?.toLowerCase() !== 'flowed') return undefined
  return { delSp: parameters.get('DELSP')?.toLowerCase() === 'yes' }
}

function isMessage(type: string): boolean {
  return type === 'message/rfc822' || type === 'message/global'
}

/** text has lines and MD5 in front of the disposition, message/rfc822 also an envelope and a body. */
function dispositionIndex(type: string): number {
  if (isMessage(type)) return 11
  return type.startsWith('text/') ? 9 : 8
}

function dispositionOf(value: ImapValue | undefined): BodyNode['disposition'] {
  const name = nameOf(listOf(value)[0])
  if (name === 'ATTACHMENT') return 'attachment'
  return name === 'INLINE' ? 'inline' : undefined
}

function parametersOf(value: ImapValue | undefined): ReadonlyMap<string, string> {
  return new Map([...pairsOf(value)].map(([name, content]) => [name, bytesOf(content)]))
}
