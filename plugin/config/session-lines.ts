// Lines of ours in the configuration of a Roundcube, between two comments by which they are found again.

const BEGIN =
  '// BEGIN Postern: written by its installer, taken out by its uninstaller; what is changed in here is lost'
const BEGIN_MARK = '// BEGIN Postern'
const END = '// END Postern'

/**
 * The lines by which Roundcube keeps its sessions at an endpoint, as `redis_hosts` names it; behind Postern also those by
 * which it takes from us who asks: else everybody would be this machine in its logs, and to its mail server. With a secret our
 * plugin is turned on, which signs by it.
 */
export function sessionLines(
  redisHost: string,
  { isBehind = false, pluginSecret }: LinesChoice = {},
): string {
  const settings = [
    "$config['session_storage'] = 'redis';",
    `$config['redis_hosts'] = [${phpString(redisHost)}];`,
    ...(isBehind ? [PROXIES] : []),
    ...(pluginSecret === undefined
      ? []
      : [PLUGINS, `$config['postern_secret'] = ${phpString(pluginSecret)};`]),
  ]
  return `${[BEGIN, ...settings, END].join('\n')}\n`
}

interface LinesChoice {
  readonly isBehind?: boolean
  readonly pluginSecret?: string | undefined
}

/** Beside the plugins that are named above. */
const PLUGINS = "$config['plugins'] = array_merge((array) ($config['plugins'] ?? []), ['postern']);"

/** Beside the proxies that are named above. */
const PROXIES =
  "$config['proxy_whitelist'] = array_merge($config['proxy_whitelist'] ?? [], ['127.0.0.1', '::1']);"

/** Lines found in a text. */
export interface FoundLines {
  readonly from: number
  readonly to: number
  readonly lines: string
}

/** Our lines; undefined where there are none. Throws where only one of the two comments is left. */
export function findSessionLines(text: string): FoundLines | undefined {
  const begins = starts(text, BEGIN_MARK)
  const ends = starts(text, END)
  const [from] = begins
  const [endsAt] = ends
  if (from === undefined && endsAt === undefined) return undefined
  if (
    from === undefined ||
    endsAt === undefined ||
    begins.length + ends.length > 2 ||
    endsAt < from
  ) {
    throw new Error(
      `the lines between "${BEGIN_MARK}" and "${END}" are damaged: take them out by hand`,
    )
  }
  const lineEnd = text.indexOf('\n', endsAt)
  const to = lineEnd < 0 ? text.length : lineEnd + 1
  return { from, to, lines: text.slice(from, to) }
}

/** The text with these lines in the place of ours, else at its end; without any where `lines` is undefined. */
export function withSessionLines(text: string, lines: string | undefined): string {
  const found = findSessionLines(text)
  if (found !== undefined) return text.slice(0, found.from) + (lines ?? '') + text.slice(found.to)
  if (lines === undefined) return text
  return `${text}${endsItsLine(text) ? '' : '\n'}${lines}`
}

/** Whether something can be put behind the text as a line of its own. */
export function endsItsLine(text: string): boolean {
  return text === '' || text.endsWith('\n')
}

/** Positions of all lines that begin like this. */
function starts(text: string, mark: string): readonly number[] {
  const found: number[] = []
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    if (at === 0 || text[at - 1] === '\n') found.push(at)
  }
  return found
}

function phpString(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
