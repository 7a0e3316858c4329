import {
  send,
  shownAfter,
  type Difference,
  type DifferReport,
  type Pair,
  type ShownRows,
} from './differ.ts'
import { normalize } from './normalize.ts'
import { get, LAYOUT, list, refresh, type DifferRequest } from './requests.ts'
import type { WebmailClient } from '../http/webmail-client.ts'
import type { Random } from '../random.ts'

/** Two users with the same mail, one before Roundcube and one before Postern. */
export interface WeekOptions {
  /** Signs both in, with browsers that know nothing yet. */
  readonly signIn: () => Promise<Pair>
  /** How often in the week, and for how many minutes each time. */
  readonly signIns: number
  readonly minutes: number
  /** Folders that are opened, in modified UTF-7. */
  readonly folders: readonly string[]
  readonly random: Random
  /** A message arrives for both. */
  readonly deliver: () => Promise<void>
  /** Another program of both changes a flag, or takes a message away. */
  readonly change: () => Promise<void>
}

/** One message arrives in so many minutes, and another program changes something. */
const MINUTES_PER_MESSAGE = 40
const MINUTES_PER_CHANGE = 40

/**
 * A week of ordinary use: signed in again and again, the tab open for a while, which refreshes every minute; now and then a
 * message is opened, marked or deleted, a folder or page is looked at, and something is searched for. Hot requests are
 * compared and counted by who answered them.
 */
export async function liveThroughWeek(options: WeekOptions): Promise<DifferReport> {
  const differences: Difference[] = []
  const answeredBy = new Map<string, number>()
  for (let signedIn = 0; signedIn < options.signIns; signedIn += 1) {
    const tab = openTab(await options.signIn(), { differences, answeredBy })
    await tab.hot(list({ _mbox: 'INBOX', _refresh: '1' }))
    await tab.hot(get('getunread', { _page: '1' }))
    for (let minute = 0; minute < options.minutes; minute += 1) {
      if (options.random(MINUTES_PER_MESSAGE) === 0) await options.deliver()
      if (options.random(MINUTES_PER_CHANGE) === 0) await options.change()
      await tab.hot(refresh('refresh', tab.shown().mailbox))
      await doSomething(tab, options)
    }
  }
  return { differences, answeredBy }
}

/** In most minutes nothing is done but waiting. */
async function doSomething(tab: Tab, { random, folders }: WeekOptions): Promise<void> {
  const { mailbox, pages, uids, search } = tab.shown()
  const dice = random(150)
  const uid = uids[random(Math.max(1, Math.min(10, uids.length)))]
  const of = search === undefined ? { _mbox: mailbox } : { _mbox: mailbox, _search: search }
  if (dice < 8) {
    await tab.hot(
      list({ ...LAYOUT, _mbox: folders[random(folders.length)] ?? mailbox, _page: '1' }),
    )
  } else if (dice < 14) {
    await tab.hot(list({ ...LAYOUT, _mbox: 'INBOX', _page: '1' }))
  } else if (dice < 17) {
    await tab.hot(list({ ...LAYOUT, ...of, _page: String(1 + random(Math.max(1, pages))) }))
  } else if (dice < 25 && uid !== undefined) {
    await tab.both((client) =>
      client.get(
        `?${new URLSearchParams({ _task: 'mail', _action: 'preview', _uid: uid, _mbox: mailbox, _framed: '1' })}`,
      ),
    )
  } else if (dice < 28 && uid !== undefined && search === undefined) {
    await tab.run('mark', { _mbox: mailbox, _uid: uid, _flag: 'flagged' })
  } else if (dice < 31 && uid !== undefined && search === undefined && mailbox !== 'Trash') {
    await tab.run('move', { _mbox: mailbox, _uid: uid, _target_mbox: 'Trash', _from: '' })
    await tab.hot(list({ ...LAYOUT, _mbox: mailbox, _page: '1' }))
  } else if (dice < 33) {
    await tab.hot(refresh('check-recent', mailbox))
  } else if (dice < 34) {
    const where = { _headers: 'subject,from', _scope: 'base', _interval: '', _filter: 'ALL' }
    await tab.other(get('search', { ...LAYOUT, ...where, _q: 'e', _mbox: mailbox }))
  }
}

/** What someone has open in both browsers. */
interface Tab {
  shown(): ShownRows
  /** Sends a request that Postern may answer, and compares. */
  hot(request: DifferRequest): Promise<void>
  /** Sends one that shows a list, and is Roundcube's. */
  other(request: DifferRequest): Promise<void>
  /** Changes messages. */
  run(action: string, form: Readonly<Record<string, string>>): Promise<void>
  both(request: (client: WebmailClient) => Promise<unknown>): Promise<void>
}

function openTab(
  pair: Pair,
  {
    differences,
    answeredBy,
  }: { readonly differences: Difference[]; readonly answeredBy: Map<string, number> },
): Tab {
  let shown: ShownRows = { mailbox: 'INBOX', pages: 1, uids: [] }
  const both: Tab['both'] = async (request) => {
    await request(pair.direct)
    await request(pair.through)
  }
  const responses = async (request: DifferRequest) => {
    const { search } = shown
    const isRefresh = request.method === 'POST' && search !== undefined
    const requested = isRefresh
      ? { ...request, form: { ...request.form, _search: search } }
      : request
    const direct = await send(pair.direct, requested, shown.uids)
    const through = await send(pair.through, requested, shown.uids)
    shown = shownAfter(shown, requested, direct.text)
    return { direct, through }
  }
  return {
    shown: () => shown,
    async hot(request) {
      const { direct, through } = await responses(request)
      const location = shown.search === undefined ? '' : ' in results'
      const by = `${request.query['_action'] ?? ''}${location} ${through.headers.get('x-postern-answered-by') ?? 'nobody'}`
      answeredBy.set(by, (answeredBy.get(by) ?? 0) + 1)
      if (normalize(direct.text) !== normalize(through.text)) {
        differences.push({ request, direct: direct.text, through: through.text })
      }
    },
    async other(request) {
      await responses(request)
    },
    async run(action, form) {
      const query = `?_task=mail&_action=${action}`
      await both((client) =>
        client.post(
          query,
          { ...form, _remote: '1', _unlock: 'loading1' },
          { 'x-roundcube-request': client.token() },
        ),
      )
      // The page takes away what it moves.
      if (action === 'move')
        shown = { ...shown, uids: shown.uids.filter((uid) => uid !== form['_uid']) }
    },
    both,
  }
}

/** Of hot requests, the part that Postern has answered. */
export function shareOfPostern({ answeredBy }: Pick<DifferReport, 'answeredBy'>): number {
  let all = 0
  let own = 0
  for (const [by, count] of answeredBy) {
    all += count
    if (by.endsWith(' postern')) own += count
  }
  return all === 0 ? 0 : own / all
}
