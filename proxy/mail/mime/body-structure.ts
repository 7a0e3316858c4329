import type { ImapValue } from '../imap/response.ts'
import { bytesOf, isList, listOf, nameOf, numberOf, pairsOf } from '../imap/value.ts'
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
  readonly encoding: string
  /** Encoded size in bytes. */
  readonly size: number
  /** Parts of a multipart; a message/rfc822 is a leaf here. */
  readonly children: readonly BodyNode[]
}

/** Deeper nesting and further parts are left out: no honest message comes near. */
const MAX_DEPTH = 50
const MAX_PARTS = 2_000

/** Reads BODYSTRUCTURE. Never throws: what makes no sense becomes an empty application/octet-stream. */
export function parseBodyStructure(value: ImapValue | undefined): BodyNode {
  const budget = { parts: MAX_PARTS }
  const list = listOf(value)
  return isList(list[0]) ? parseMultipart(list, '', 0, budget) : parseLeaf(list, '1')
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
  const children: BodyNode[] = []
  let next = 0
  for (; isList(list[next]); next += 1) {
    const child = listOf(list[next])
    const childId = id === '' ? `${next + 1}` : `${id}.${next + 1}`
    budget.parts -= 1
    if (budget.parts < 0 || depth >= MAX_DEPTH) continue
    const isMultipart = isList(child[0])
    children.push(
      isMultipart ? parseMultipart(child, childId, depth + 1, budget) : parseLeaf(child, childId),
    )
  }
  return {
    id,
    type: `multipart/${bytesOf(list[next]).toLowerCase() || 'mixed'}`,
    charset: undefined,
    filename: undefined,
    disposition: dispositionOf(list[next + 2]),
    contentId: undefined,
    encoding: '7bit',
    size: 0,
    children,
  }
}

function parseLeaf(list: readonly ImapValue[], id: string): BodyNode {
  const [major, minor, typeParameters, contentId, , encoding, size] = list
  const type =
    bytesOf(major) === '' || bytesOf(minor) === ''
      ? 'application/octet-stream'
      : `${bytesOf(major)}/${bytesOf(minor)}`.toLowerCase()
  const parameters = parametersOf(typeParameters)
  const disposition = list[dispositionIndex(type)]
  return {
    id,
    type,
    charset: parameterOf(parameters, 'CHARSET'),
    filename:
      parameterOf(parametersOf(listOf(disposition)[1]), 'FILENAME') ??
      parameterOf(parameters, 'NAME'),
    disposition: dispositionOf(disposition),
    contentId: /^\s*<?([^<>\s]+)>?\s*$/.exec(bytesOf(contentId))?.[1],
    encoding: bytesOf(encoding).toLowerCase(),
    size: numberOf(size) ?? 0,
    children: [],
  }
}

/** text has lines and MD5 in front of the disposition, message/rfc822 also an envelope and a body. */
function dispositionIndex(type: string): number {
  if (type === 'message/rfc822' || type === 'message/global') return 11
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
