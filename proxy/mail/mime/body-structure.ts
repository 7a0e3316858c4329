import type { ImapValue } from '../imap/parser/response.ts'
import { bytesOf, isList, listOf, nameOf, numberOf, pairsOf } from '../imap/parser/value.ts'
import { decodeHeaderText } from './encoded-word.ts'
import { parameterOf } from './parameter.ts'

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
  readonly encoding: string
  /** Encoded size in bytes. */
  readonly size: number
  /** Parts of a multipart; a message/rfc822 is a leaf here. */
  readonly children: readonly BodyNode[]
  /** Leaves below it that are not among its children, because a message may only have so many. */
  readonly partsLeftOut: number
  /**
   * Set for the one empty text that servers put into a multipart without parts (its boundary never
   * came): what is there stands in the multipart itself.
   */
  readonly enclosing: EnclosingMultipart | undefined
}

/** A multipart as its content is fetched: without its own header. */
export interface EnclosingMultipart {
  readonly section: string
  readonly boundary: string | undefined
}

/** A deeper multipart is one leaf, further parts are left out: no honest message comes near. */
const MAX_DEPTH = 50
const MAX_PARTS = 2_000

/** Reads BODYSTRUCTURE. Never throws: what makes no sense becomes an empty application/octet-stream. */
export function parseBodyStructure(value: ImapValue | undefined): BodyNode {
  const budget = { parts: MAX_PARTS }
  const list = listOf(value)
  return isMultipart(list) ? parseMultipart(list, '', 0, budget) : parseLeaf(list, '1')
}

/** All leaves in their order. */
export function leavesOf(node: BodyNode): readonly BodyNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf)
}

interface PartBudget {
  parts: number
}

function parseMultipart(
  list: readonly ImapValue[],
  id: string,
  depth: number,
  budget: PartBudget,
): BodyNode {
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
    const part = isMultipart(child)
      ? parseMultipart(child, childId, depth + 1, budget)
      : parseLeaf(child, childId)
    partsLeftOut += part.partsLeftOut
    // Without children a multipart is taken for a leaf.
    if (part.children.length > 0 || part.partsLeftOut === 0) children.push(part)
  }
  const boundary = parameterOf(parametersOf(list[next + 1]), 'BOUNDARY')
  return {
    ...NO_PART,
    id,
    type: `multipart/${bytesOf(list[next]).toLowerCase() || 'mixed'}`,
    disposition: dispositionOf(list[next + 2]),
    contentLocation: locationOf(list[next + 4]),
    children: withEnclosing(children, { section: id === '' ? 'TEXT' : id, boundary }),
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
const NO_PART: BodyNode = {
  id: '',
  type: 'application/octet-stream',
  charset: undefined,
  filename: undefined,
  disposition: undefined,
  contentId: undefined,
  contentLocation: undefined,
  flowed: undefined,
  subject: undefined,
  encoding: '7bit',
  size: 0,
  children: [],
  partsLeftOut: 0,
  enclosing: undefined,
}

function parseLeaf(list: readonly ImapValue[], id: string): BodyNode {
  const [major, minor, typeParameters, contentId, , encoding, size] = list
  const type =
    bytesOf(major) === '' || bytesOf(minor) === ''
      ? NO_PART.type
      : `${bytesOf(major)}/${bytesOf(minor)}`.toLowerCase()
  const parameters = parametersOf(typeParameters)
  const disposition = list[dispositionIndex(type)]
  return {
    ...NO_PART,
    id,
    type,
    charset: parameterOf(parameters, 'CHARSET'),
    filename:
      parameterOf(parametersOf(listOf(disposition)[1]), 'FILENAME') ??
      parameterOf(parameters, 'NAME'),
    disposition: dispositionOf(disposition),
    contentId: /^\s*<?([^<>\s]+)>?\s*$/.exec(bytesOf(contentId))?.[1],
    contentLocation: locationOf(list[dispositionIndex(type) + 2]),
    flowed: flowedOf(parameters),
    subject: isMessage(type) ? decodeHeaderText(bytesOf(listOf(list[7])[1])) : undefined,
    encoding: bytesOf(encoding).toLowerCase(),
    size: numberOf(size) ?? 0,
  }
}

function locationOf(value: ImapValue | undefined): string | undefined {
  return bytesOf(value).trim() || undefined
}

function flowedOf(parameters: ReadonlyMap<string, string>): BodyNode['flowed'] {
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
