import { SCRIPT_LIMITS, type ScriptLimits } from './limits.ts'
import { ScriptFault, positionAt, type ScriptFaultCode } from './script-fault.ts'
import type { ArgumentNode, CommandNode, Script, StringNode, TestNode } from './syntax.ts'
import { createTokenizer, type Token } from './tokens.ts'

/**
 * Reads a script (RFC 5228 8.2) as a tree over its source. Only the grammar is looked at; `checkScript` judges what the
 * words mean. Linear in the length of the source; throws ScriptFault for the first fault and for what exceeds a limit.
 */
export function parseScript(source: string, limits: ScriptLimits = SCRIPT_LIMITS): Script {
  const bytes = Buffer.byteLength(source)
  if (bytes > limits.maxBytes) throw new ScriptFault('too_large', String(bytes), FIRST)
  const nul = source.indexOf('\0')
  if (nul !== -1) throw new ScriptFault('unexpected_character', '\\0', positionAt(source, nul))
  const parser = createParser(source, limits)
  return { source, commands: parser.commands(), comments: parser.comments }
}

const FIRST = { line: 1, column: 1 }

type TokenKind = Token['kind']

function createParser(source: string, limits: ScriptLimits) {
  const tokenizer = createTokenizer(source)
  let tokens = 0
  /** Where the token before the present one ended. */
  let lastEnd = 0
  let token = tokenizer.next()

  const fail = (code: ScriptFaultCode, subject: string): never => {
    throw new ScriptFault(code, subject, positionAt(source, token.start))
  }
  const advance = () => {
    tokens += 1
    if (tokens > limits.maxTokens) fail('too_many_items', String(limits.maxTokens))
    lastEnd = token.end
    token = tokenizer.next()
  }
  const take = (kind: TokenKind) => {
    if (token.kind !== kind) fail('unexpected', kind)
    advance()
  }
  /** Whether there was one, which is passed. */
  const passed = (kind: TokenKind): boolean => {
    if (token.kind !== kind) return false
    advance()
    return true
  }
  const string = (): StringNode => {
    if (token.kind !== 'string') return fail('unexpected', 'string')
    const { value, start, end } = token
    advance()
    return { kind: 'string', value, start, end }
  }
  const strings = (): ArgumentNode => {
    const { start } = token
    advance()
    const items: StringNode[] = []
    // RFC 5228 has no empty list; Pigeonhole and others take one.
    if (!passed(']')) {
      do items.push(string())
      while (passed(','))
      take(']')
    }
    return { kind: 'strings', items, start, end: lastEnd }
  }
  const argument = (): ArgumentNode | undefined => {
    switch (token.kind) {
      case 'string':
        return string()
      case '[':
        return strings()
      case 'number': {
        const { value, start, end } = token
        advance()
        return { kind: 'number', value, start, end }
      }
      case 'tag': {
        const { name, start, end } = token
        advance()
        return { kind: 'tag', name, start, end }
      }
      case 'identifier':
      case ']':
      case '(':
      case ')':
      case '{':
      case '}':
      case ',':
      case ';':
      case 'end':
        return undefined
    }
  }
  const args = (): readonly ArgumentNode[] => {
    const found: ArgumentNode[] = []
    for (let one = argument(); one !== undefined; one = argument()) found.push(one)
    return found
  }
  const tests = (depth: number): readonly TestNode[] => {
    if (token.kind === 'identifier') return [test(depth)]
    if (!passed('(')) return []
    const found: TestNode[] = []
    do found.push(test(depth))
    while (passed(','))
    take(')')
    return found
  }
  const test = (depth: number): TestNode => {
    if (depth >= limits.maxNesting) fail('too_deep', String(limits.maxNesting))
    if (token.kind !== 'identifier') return fail('unexpected', 'test')
    const { name, start } = token
    advance()
    return { name, args: args(), tests: tests(depth + 1), start, end: lastEnd }
  }
  const block = (depth: number): readonly CommandNode[] => {
    if (depth >= limits.maxNesting) fail('too_deep', String(limits.maxNesting))
    const found: CommandNode[] = []
    while (token.kind === 'identifier') found.push(command(depth))
    return found
  }
  const command = (depth: number): CommandNode => {
    if (token.kind !== 'identifier') return fail('unexpected', 'command')
    const { name, start } = token
    advance()
    const parts = { name, args: args(), tests: tests(0) }
    if (passed('{')) {
      const commands = block(depth + 1)
      take('}')
      return { ...parts, block: commands, start, end: lastEnd }
    }
    take(';')
    return { ...parts, block: undefined, start, end: lastEnd }
  }

  return {
    comments: tokenizer.comments,
    commands: (): readonly CommandNode[] => {
      const found = block(0)
      if (token.kind !== 'end') fail('unexpected', 'command')
      return found
    },
  }
}
