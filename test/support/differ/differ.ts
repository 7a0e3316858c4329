import type { WebmailClient } from '../http/webmail-client.ts'
import type { Random } from '../random.ts'
import { normalize } from './normalize.ts'
import { list, randomRequest, type DifferRequest, type ShownList } from './requests.ts'

/** Two browsers of one user, one before Roundcube and one before Postern. */
export interface Pair {
  readonly direct: WebmailClient
  readonly through: WebmailClient
}

/** Two answers to one request. */
export interface Difference {
  readonly request: DifferRequest
  readonly direct: string
  readonly through: string
}

/** A list with the messages it shows. */
export interface ShownRows extends ShownList {
  readonly uids: readonly string[]
}

/** What became of the requests of one run. */
export interface DifferReport {
  readonly differences: readonly Difference[]
  /** Requests by who answered, and why: `list postern`, `list of threads in results postern`, `list roundcube; reason=news`. */
  readonly answeredBy: ReadonlyMap<string, number>
}

interface RunOptions {
  readonly requests: number
  readonly random: Random
  /** In modified UTF-7; the first one is shown first. */
  readonly mailboxes: readonly string[]
  /** Changes mail between two requests, as other programs do. */
  readonly disturb?: () => Promise<void>
  /** Threads are on in the beginning, and switched now and then, which the settings of the user keep. */
  readonly isThreaded?: boolean
}

/** Requests between two switches of threads. */
const SWITCHED_AFTER = 30

/** Sends the same requests to both, one after the other, and compares the responses. Both must be signed in. */
export async function runDiffer(pair: Pair, options: RunOptions): Promise<DifferReport> {
  const { requests, random, mailboxes, disturb, isThreaded = false } = options
  const differences: Difference[] = []
  const answeredBy = new Map<string, number>()
  let shown: ShownRows = {
    mailbox: mailboxes[0] ?? 'INBOX',
    pages: 1,
    uids: [],
  }
  for (let sent = 0; sent < requests; sent += 1) {
    const threads = String(Number(sent % (2 * SWITCHED_AFTER) === 0))
    const chosen = isThreaded && sent % SWITCHED_AFTER === 0 ? { _threads: threads } : {}
    const isFirst = sent === 0 || '_threads' in chosen
    const request = isFirst
      ? list({ _mbox: shown.mailbox, _page: '1', ...chosen })
      : randomRequest(random, mailboxes, shown)
    const direct = await send(pair.direct, request, shown.uids)
    const through = await send(pair.through, request, shown.uids)
    const by = `${kindOf(request, direct.text)} ${through.headers.get('x-postern-answered-by') ?? 'nobody'}`
    answeredBy.set(by, (answeredBy.get(by) ?? 0) + 1)
    if (normalize(direct.text) !== normalize(through.text)) {
      differences.push({ request, direct: direct.text, through: through.text })
    }
    shown = shownAfter(shown, request, direct.text)
    await disturb?.()
  }
  return { differences, answeredBy }
}

function kindOf({ query, form }: DifferRequest, response: string): string {
  const isThreaded = /^[^[]*"threading":true/.test(response)
  const location = (query['_search'] ?? form['_search']) === undefined ? '' : ' in results'
  const order = query['_sort'] === undefined ? '' : ' in an order'
  return `${query['_action'] ?? ''}${isThreaded ? ' of threads' : ''}${location}${order}`
}

/** Sends a request as a front end that shows these rows. */
export function send(client: WebmailClient, request: DifferRequest, uids: readonly string[]) {
  const query = `?${new URLSearchParams(request.query)}`
  if (request.method === 'GET') return client.get(query)
  const rows = request.isOfRows && uids.length > 0 ? { _uids: uids.join(',') } : {}
  const form = { ...request.form, ...rows }
  return client.post(query, form, { 'x-roundcube-request': client.token() })
}

/** What the front end shows after a response that has rows in it. */
export function shownAfter(
  shown: ShownRows,
  { query }: DifferRequest,
  response: string,
): ShownRows {
  const isList = /^\{"action":"(list|search)"/.test(response)
  const isNewPage = isList || response.includes('message_list.clear')
  if (!isNewPage) return shown
  const uids = [...response.matchAll(/add_message_row\((\d+),/g)].map(([, uid]) => uid ?? '')
  const mailbox = /"env":\{"mailbox":"((?:[^"\\]|\\.)*)"/.exec(response)?.[1] ?? shown.mailbox
  const pages = Number(/"pagecount":(\d+)/.exec(response)?.[1] ?? shown.pages)
  const search = /"search_request":"([0-9a-f]{32})"/.exec(response)?.[1]
  const isRetained = !isList || search !== undefined
  const sort = query['_sort'] ?? shown.sort
  return { mailbox, pages, uids, sort, search: isRetained ? (search ?? shown.search) : undefined }
}
