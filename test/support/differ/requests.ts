import type { Random } from '../random.ts'

/** A request of Roundcube's front end, without what belongs to one session. */
export interface DifferRequest {
  readonly method: 'GET' | 'POST'
  readonly query: Readonly<Record<string, string>>
  /** Of a POST; the rows on show are added by anyone who sends it. */
  readonly form: Readonly<Record<string, string>>
  /** The rows on show are named. */
  readonly isOfRows: boolean
}

/** What is on show at the moment, which the front end's next request depends on. */
export interface ShownList {
  readonly mailbox: string
  readonly pages: number
  /** The order the page last chose, `date_DESC`; undefined: that of the settings. */
  readonly sort?: string | undefined
  /** The id of the search whose results are shown. */
  readonly search?: string | undefined
}

/**
 * As its page offers them; the first is the order of the mailbox. That of arrival stays until another is chosen and leaves all lists to
 * Roundcube, so it has a test of its own.
 */
const COLUMNS = ['', 'subject', 'fromto', 'from', 'to', 'cc', 'date', 'size'] as const

/** A request as a user at the front end makes it. `mailboxes` are in modified UTF-7. */
export function randomRequest(
  random: Random,
  mailboxes: readonly string[],
  { mailbox, pages, sort, search }: ShownList,
): DifferRequest {
  const other = mailboxes[random(mailboxes.length)] ?? mailbox
  const dice = random(100)
  const page = String(1 + random(Math.max(1, pages)))
  if (search !== undefined && pages > 0 && dice < 40)
    return inResults(random, { mailbox, page, search })
  if (dice < 26) return list({ ...LAYOUT, _mbox: mailbox, _page: page })
  if (dice < 30 && pages > 0) return searchFor(random, mailbox)
  if (dice < 42) return list({ ...LAYOUT, _mbox: other, _page: '1' })
  if (dice < 44) return list({ ...LAYOUT, _mbox: mailbox, _page: '', _refresh: '1' })
  if (dice < 46) return list({ _mbox: other, _refresh: '1' })
  if (dice < 49) return list({ ...LAYOUT, _mbox: mailbox, _page: '1', _sort: sortOf(random) })
  if (dice < 54 && sort !== undefined)
    return list({ ...LAYOUT, _mbox: mailbox, _page: page, _sort: sort })
  if (dice < 66) return get('getunread', { _page: '1' })
  if (dice < 90) return refresh('refresh', mailbox)
  if (dice < 96) return refresh('check-recent', mailbox)
  return get('keep-alive', {})
}

/** What the page of the elastic skin says with every list. */
export const LAYOUT = { _layout: 'widescreen' }

function sortOf(random: Random): string {
  const column = COLUMNS[random(COLUMNS.length)] ?? 'date'
  return `${column}_${random(2) === 0 ? 'ASC' : 'DESC'}`
}

/** A page of a folder. */
export function list(parameters: Readonly<Record<string, string>>): DifferRequest {
  return get('list', parameters)
}

const WORDS = ['e', 'invoice', 'Keller', 'Grüße', 'nothing that is there'] as const
const FILTERS = ['ALL', 'ALL', 'UNSEEN', 'FLAGGED'] as const

function searchFor(random: Random, mailbox: string): DifferRequest {
  const word = WORDS[random(WORDS.length)] ?? ''
  const filter = FILTERS[random(FILTERS.length)] ?? 'ALL'
  const where = { _headers: 'subject,from', _scope: 'base', _interval: '' }
  return get('search', { ...LAYOUT, ...where, _q: word, _filter: filter, _mbox: mailbox })
}

/** What someone does with the results of a search, mostly going from page to page. */
function inResults(
  random: Random,
  { mailbox, page, search }: { mailbox: string; page: string; search: string },
): DifferRequest {
  const dice = random(20)
  const shown = { _mbox: mailbox, _page: page, _search: search }
  if (dice < 12) return list(dice < 6 ? { ...LAYOUT, ...shown } : shown)
  if (dice < 14) return list({ ...shown, _page: '1', _sort: sortOf(random) })
  if (dice < 15) return searchFor(random, mailbox)
  if (dice < 17) return get('getunread', { _page: '1' })
  const requested = refresh(dice < 19 ? 'refresh' : 'check-recent', mailbox)
  return { ...requested, form: { ...requested.form, _search: search } }
}

/** A request by GET. */
export function get(action: string, parameters: Readonly<Record<string, string>>): DifferRequest {
  const query = { _task: 'mail', _action: action, ...parameters, _remote: '1' }
  return {
    method: 'GET',
    query: { ...query, _unlock: 'loading1795231907265', _: '1795231907265' },
    form: {},
    isOfRows: false,
  }
}

/** The page looks for what is new: at intervals, or because its button was pressed (`check-recent`). */
export function refresh(action: string, mailbox: string): DifferRequest {
  const query = { _task: 'mail', _action: action }
  const requested = { _mbox: mailbox, _folderlist: '1', _quota: '1', _list: '1', _remote: '1' }
  const last = action === 'refresh' ? { _last: '1795231847' } : {}
  return {
    method: 'POST',
    query,
    form: { ...requested, ...last, _unlock: 'loading1795231907443' },
    isOfRows: true,
  }
}
