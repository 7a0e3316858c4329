/** One `$config['name'] = value;` of a Roundcube's `config.inc.php`. */
export interface RoundcubeSetting {
  readonly name: string
  /** The expression as it stands there. */
  readonly value: string
  /** Where in the text it starts. */
  readonly at: number
}

/** What the text of a `config.inc.php` says automatically: no PHP is run, and no file it includes is read. */
export interface RoundcubeConfig {
  /** In order: of two with one name PHP takes the later one. */
  readonly settings: readonly RoundcubeSetting[]
  /** Why lines at its end might not be carried out, or might break it; undefined when they would be fine. */
  readonly fault: string | undefined
}

interface Token {
  readonly text: string
  readonly at: number
}

// Comments of one line, too, end at `?>` (php.net, "Comments"). `#[` starts an attribute.
const TOKEN = new RegExp(
  [
    String.raw`(?<blank>\s+|(?:\/\/|#(?!\[))(?:(?!\?>)[^\r\n])*|\/\*[^]*?\*\/)`,
    String.raw`'[^'\\]*(?:\\[^][^'\\]*)*'`,
    String.raw`"[^"\\]*(?:\\[^][^"\\]*)*"`,
    String.raw`<<<[ \t]*(?<quote>["']?)(?<word>[A-Za-z_]\w*)\k<quote>\r?\n(?:[^]*?\n)?[ \t]*\k<word>\b`,
    String.raw`\?>|\/\*|[A-Za-z_]\w*|[^]`,
  ].join('|'),
  'y',
)
const OPENING = /^<\?php\s/i
const ENDS_EARLY: ReadonlySet<string> = new Set(['return', 'exit', 'die', '__halt_compiler'])
const UNENDED: ReadonlySet<string> = new Set(["'", '"', '`', '/*'])

/** Reads the text of a `config.inc.php`. Of two settings with one name the later one counts. */
export function readRoundcubeConfig(text: string): RoundcubeConfig {
  const opening = OPENING.exec(text)?.[0]
  if (opening === undefined) return { settings: [], fault: 'it does not begin with <?php' }
  const tokens = tokensOf(text, opening.length)
  const settings = settingsOf(text, tokens)
  return { settings, fault: faultOf(tokens) ?? nothingSet(settings) }
}

/** The value that counts among settings; undefined where none has the name. */
export function settingValue(
  settings: readonly RoundcubeSetting[],
  name: string,
): string | undefined {
  return settings.findLast((setting) => setting.name === name)?.value
}

function tokensOf(text: string, from: number): readonly Token[] {
  const pattern = new RegExp(TOKEN)
  pattern.lastIndex = from
  const tokens: Token[] = []
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    if (found.groups?.['blank'] === undefined) tokens.push({ text: found[0], at: found.index })
  }
  return tokens
}

function settingsOf(text: string, tokens: readonly Token[]): readonly RoundcubeSetting[] {
  const settings: RoundcubeSetting[] = []
  for (const [index, { at }] of tokens.entries()) {
    const words = tokens.slice(index, index + 7).map((token) => token.text)
    const [dollar, variable, open, key = '', close, equals, value] = words
    if (dollar !== '$' || (variable !== 'config' && variable !== 'rcmail_config')) continue
    if (open !== '[' || close !== ']' || equals !== '=' || value === '=') continue
    const name = /^(['"])([\w-]+)\1$/.exec(key)?.[2]
    const from = tokens[index + 6]?.at
    const to = tokens.slice(index + 6).find((token) => token.text === ';')?.at
    if (name === undefined || from === undefined) continue
    settings.push({ name, value: text.slice(from, to).trim(), at })
  }
  return settings
}

function faultOf(tokens: readonly Token[]): string | undefined {
  if (tokens.some((token) => token.text === '?>')) {
    return 'it ends PHP (?>), and lines behind that would be shown to everybody'
  }
  if (tokens.some((token) => UNENDED.has(token.text))) return 'a string or comment does not end'
  if (endsEarly(tokens)) return 'it may end before its last line (return, exit or die)'
  if (!isBalanced(tokens)) return 'a bracket is not closed'
  const last = tokens.at(-1)?.text ?? ';'
  return last === ';' || last === '}' ? undefined : 'its last statement does not end'
}

function nothingSet(settings: readonly RoundcubeSetting[]): string | undefined {
  return settings.length === 0 ? 'it sets nothing in $config' : undefined
}

/** Whether one of the words stands outside of all functions. */
function endsEarly(tokens: readonly Token[]): boolean {
  const isOfFunction: boolean[] = []
  let isNextOfFunction = false
  for (const { text } of tokens) {
    const isInside = isOfFunction.at(-1) ?? false
    if (ENDS_EARLY.has(text.toLowerCase()) && !isInside) return true
    if (text === 'function') isNextOfFunction = true
    if (text === '}') isOfFunction.pop()
    if (text !== '{') continue
    isOfFunction.push(isInside || isNextOfFunction)
    isNextOfFunction = false
  }
  return false
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

function isBalanced(tokens: readonly Token[]): boolean {
  const expected: string[] = []
  for (const { text } of tokens) {
    const closing = CLOSING[text]
    if (closing !== undefined) expected.push(closing)
    else if (/^[)\]}]$/.test(text) && expected.pop() !== text) return false
  }
  return expected.length === 0
}
