type TokenKind = 'comment' | 'string' | 'tag' | 'number' | 'word' | 'other'

/** A piece of a script as it is coloured; all of them are the text. */
interface ScriptToken {
  readonly kind: TokenKind
  readonly text: string
}

/** RFC 5228 8.1; a text that has no end goes on to the end of the script. */
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>#[^\n]*|/\*[^]*?(?:\*/|$))`,
    String.raw`(?<string>text:[ \t]*(?:#[^\n]*)?\n[^]*?(?:(?<=\n)\.(?=\r?\n|$)|$)|"(?:\\[^]|[^"\\])*(?:"|$))`,
    String.raw`(?<tag>:[A-Za-z_][A-Za-z0-9_]*)`,
    String.raw`(?<number>[0-9]+[KMGkmg]?\b)`,
    String.raw`(?<word>[A-Za-z_][A-Za-z0-9_]*)`,
  ].join('|'),
  'g',
)

/** The pieces of a script, for the eye alone: what is wrong with it the mail server says. Linear in its length. */
export function scriptTokens(script: string): readonly ScriptToken[] {
  const tokens: ScriptToken[] = []
  let end = 0
  const addOther = (start: number) => {
    if (start > end) tokens.push({ kind: 'other', text: script.slice(end, start) })
  }
  for (const { 0: text, index, groups = {} } of script.matchAll(TOKEN)) {
    addOther(index)
    tokens.push({ kind: KINDS.find((kind) => groups[kind] !== undefined) ?? 'other', text })
    end = index + text.length
  }
  addOther(script.length)
  return tokens
}

const KINDS = ['comment', 'string', 'tag', 'number', 'word'] as const
