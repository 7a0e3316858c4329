/** Where something stands in the source: offsets of UTF-16 units, the end behind the last one. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The span of what was made and read from no source. */
export const NOWHERE: Span = { start: -1, end: -1 }

export interface StringNode extends Span {
  readonly kind: 'string'
  /** Without escapes; lines of a `text:` end with CRLF. */
  readonly value: string
}

export interface StringListNode extends Span {
  readonly kind: 'strings'
  readonly items: readonly StringNode[]
}

export interface NumberNode extends Span {
  readonly kind: 'number'
  /** With its quantifier: `1K` is 1024. */
  readonly value: number
}

export interface TagNode extends Span {
  readonly kind: 'tag'
  /** In lower case, without its colon. */
  readonly name: string
}

export type ArgumentNode = StringNode | StringListNode | NumberNode | TagNode

/** A test with its arguments and the tests it holds. */
export interface TestNode extends Span {
  /** In lower case. */
  readonly name: string
  readonly args: readonly ArgumentNode[]
  readonly tests: readonly TestNode[]
}

/** A command, up to its `;` or the end of its block. */
export interface CommandNode extends Span {
  /** In lower case. */
  readonly name: string
  readonly args: readonly ArgumentNode[]
  readonly tests: readonly TestNode[]
  /** undefined: it ends with `;`. */
  readonly block: readonly CommandNode[] | undefined
}

/** Everything from `#` to the end of the line, without it, or from `/*` to its end. */
export interface CommentNode extends Span {
  /** Without its marks, as it stands otherwise. */
  readonly text: string
  readonly isLine: boolean
}

/** A script that was read. The source belongs to it: what is between its nodes is kept to the byte. */
export interface Script {
  readonly source: string
  readonly commands: readonly CommandNode[]
  /** In their order. */
  readonly comments: readonly CommentNode[]
}
