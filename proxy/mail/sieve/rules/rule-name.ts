import type { CommentNode } from '../language/syntax.ts'

/** Roundcube's form, which is ours: `# rule:[name]`. */
const RULE_NAME = /^ rule:\[(.*)\]\s*$/

/** SnappyMail's (RainLoop's before it) words around a filter; what it knows of it is JSON in base64 between them. */
const BEGIN_FILTER = /^\s*BEGIN:FILTER:[^]*BEGIN:HEADER\s+([A-Za-z0-9+/=\s]*)END:HEADER/
const END_FILTER = /^\s*END:FILTER/

/** Whether a comment is Roundcube's name of a rule. */
export function isRoundcubeName({ isLine, text }: CommentNode): boolean {
  return isLine && RULE_NAME.test(text)
}

/** Whether a comment starts a filter of SnappyMail. */
export function isFilterStart({ isLine, text }: CommentNode): boolean {
  return !isLine && BEGIN_FILTER.test(text)
}

/** Whether a comment ends one. */
export function isFilterEnd({ isLine, text }: CommentNode): boolean {
  return !isLine && END_FILTER.test(text)
}

/** The name that a heading gives to what is below it; empty where there is none. */
export function ruleNameIn(heading: CommentNode | undefined): string {
  if (heading === undefined) return ''
  if (heading.isLine) return (RULE_NAME.exec(heading.text)?.[1] ?? heading.text).trim()
  return nameInHeader(BEGIN_FILTER.exec(heading.text)?.[1] ?? '')
}

function nameInHeader(base64: string): string {
  let header: unknown
  try {
    header = JSON.parse(Buffer.from(base64, 'base64').toString('utf8'))
  } catch (error) {
    // A header that is no JSON names nothing; the filter below it is a rule all the same.
    if (error instanceof SyntaxError) return ''
    throw error
  }
  if (typeof header !== 'object' || header === null || !('Name' in header)) return ''
  return typeof header.Name === 'string' ? header.Name.trim() : ''
}
