import type { RoundcubeResponse, ScriptLine } from './read-response.ts'

/** The lines of a list, each at its place. */
export interface ListParts {
  readonly title: ScriptLine
  readonly rowCount: ScriptLine
  readonly columnTypes: ScriptLine
  readonly rows: readonly ScriptLine[]
  /** Which threads have answers, behind the rows of a list of threads. */
  readonly threads: ScriptLine | undefined
  /** Instead of rows. */
  readonly notice: ScriptLine | undefined
  /** How many messages a search has found, behind its rows. */
  readonly foundCount: ScriptLine | undefined
  readonly isSearch: boolean
  readonly isThreaded: boolean
  /** How many messages the trash holds. */
  readonly trashCount: ScriptLine | undefined
  /** Behind the first page alone. */
  readonly quota: ScriptLine | undefined
}

/** What `env` of a list holds without plugins: the first two in a search, the last three with `_layout` alone. */
const KNOWN_ENV: ReadonlySet<string> = new Set([
  ...['search_request', 'search_text'],
  ...['mailbox', 'pagesize', 'current_page', 'delimiter', 'threading', 'threads'],
  ...['reply_all_mode', 'layout', 'quota', 'drafts_mailbox', 'trash_mailbox', 'junk_mailbox'],
  ...['read_when_deleted', 'display_next', 'messagecount', 'pagecount', 'exists'],
  ...['multifolder_listing', 'disabled_sort_col', 'disabled_sort_order', 'coltypes'],
])

/** The parts of a list; undefined where it has others, or is one of several folders. */
export function listPartsOf({ env, lines }: RoundcubeResponse): ListParts | undefined {
  const isKnownEnv = Object.keys(env).every((name) => KNOWN_ENV.has(name))
  const isThreaded = env['threading']
  if (!isKnownEnv || env['multifolder_listing'] !== false) return undefined
  if (typeof isThreaded !== 'boolean') return undefined
  const rest = lines.filter(({ name }) => name !== 'set_unread_count')
  const take = (name: string) => (rest[0]?.name === name ? rest.shift() : undefined)
  const title = take('set_pagetitle')
  const rowCount = take('set_rowcount')
  const columnTypes = take('set_message_coltypes')
  const rows: ScriptLine[] = []
  for (let row = take('add_message_row'); row !== undefined; row = take('add_message_row')) {
    rows.push(row)
  }
  const threads = take('init_threads')
  const message = take('display_message')
  const [notice, foundCount] = rows.length === 0 ? [message, undefined] : [undefined, message]
  const isSearch = env['search_request'] !== undefined
  const trashCount = take('set_trash_count')
  const quota = take('set_quota')
  const isWhole = rest.length === 0 && (rows.length > 0 || notice !== undefined)
  if (title === undefined || rowCount === undefined || columnTypes === undefined || !isWhole) {
    return undefined
  }
  if (isSearch !== (foundCount !== undefined)) return undefined
  if ((isThreaded && rows.length > 0) !== (threads !== undefined)) return undefined
  const ends = { notice, foundCount, isSearch, trashCount, quota }
  return { title, rowCount, columnTypes, rows, threads, isThreaded, ...ends }
}
