import { cookieHeader, keepCookies } from '../../../test/support/http/webmail-client.ts'
import type { LoadResponse, Http } from './http.ts'
import type { Operation } from './job.ts'
import { pageStateOf, readWire, type PageState } from './wire.ts'

/** A user who uses the webmail, and checks every response against what the mailbox holds. */
export interface LoadUser {
  /** Throws when the response is not the one the mailbox demands. */
  does(operation: Operation): Promise<void>
  /** Unread messages of INBOX as getunread tells; may be higher than when last told, never lower. */
  unread(): Promise<number>
}

interface LoadUserOptions {
  readonly http: Http
  readonly password: string
  readonly mailbox: { readonly user: string; readonly messages: number; readonly unseen: number }
  readonly sort?: string | undefined
  /** `hold`: mail arrives meanwhile, so that counts rise above those of the mailbox. */
  readonly kind: 'closed-loop' | 'hold'
}

/** Rows of one page in both webmails. */
const PAGE_SIZE = 50

/** A user who has not come yet. */
export function createLoadUser({ http, password, mailbox, sort, kind }: LoadUserOptions): LoadUser {
  const cookies = new Map<string, string>()
  let token = ''
  let uids = ''
  let lastUnread = mailbox.unseen

  const get = (query: string): Promise<LoadResponse> =>
    http.send(query, { headers: headersOf(query.includes('_remote=1')) })
  const headersOf = (isAjax: boolean): Record<string, string> => ({
    ...(cookies.size === 0 ? {} : { cookie: cookieHeader(cookies) }),
    ...(isAjax ? { 'x-requested-with': 'XMLHttpRequest', 'x-roundcube-request': token } : {}),
  })
  const page = async (query: string, task: string): Promise<PageState> => {
    const response = await get(query)
    keepCookies(cookies, response.cookies)
    const state = response.status === 200 ? pageStateOf(response.text) : undefined
    if (state?.task !== task) throw new Error(`${task} page: ${message(response)}`)
    return state
  }
  const checkUnread = (what: string, unread: number): void => {
    const isRight = kind === 'hold' ? unread >= lastUnread : unread === mailbox.unseen
    if (!isRight) throw new Error(`${what}: ${unread} unread, expected ${lastUnread}`)
    lastUnread = unread
  }

  const unread = async (): Promise<number> => {
    const query = `?_task=mail&_action=getunread&_page=1&_remote=1&_unlock=0&_=${Date.now()}`
    const response = await get(query)
    const wire = wireOf('getunread', response)
    if (wire.unread === undefined) throw new Error(`getunread without INBOX: ${message(response)}`)
    checkUnread('getunread', wire.unread)
    return wire.unread
  }

  const actions: Readonly<Record<Operation, () => Promise<void>>> = {
    async login() {
      cookies.clear()
      const query = `?login=1&post_login=${postLogin()}`
      const login = await page(query, 'login')
      const form = {
        ...{ _token: login.requestToken, _task: 'login', _action: 'login', _timezone: 'UTC' },
        ...{ _url: query.slice(1), _user: mailbox.user, _pass: password },
      }
      const response = await http.send(query, { headers: headersOf(false), form })
      if (response.status !== 302) throw new Error(`login: ${message(response)}`)
      keepCookies(cookies, response.cookies)
      token = (await page('', 'mail')).requestToken
    },
    async list() {
      const order = sort === undefined ? '' : `&_sort=${sort}`
      const at = Date.now()
      const response = await get(
        `?_task=mail&_action=list&_refresh=1&_mbox=INBOX${order}&_remote=1&_unlock=loading${at}&_=${at}`,
      )
      const wire = wireOf('list', response)
      const rows = Math.min(PAGE_SIZE, mailbox.messages)
      const isRight = kind === 'hold' || wire.messageCount === mailbox.messages
      if (!isRight || wire.rows !== rows) {
        throw new Error(`list: ${wire.rows} rows of ${wire.messageCount ?? 'no'} messages`)
      }
      if (wire.unread !== undefined) checkUnread('list', wire.unread)
      if (uids === '') uids = wire.uids()
    },
    async getunread() {
      await unread()
    },
    async refresh() {
      const form = {
        ...{ _mbox: 'INBOX', _folderlist: '1', _list: '1', _uids: uids, _remote: '1' },
        _last: String(Math.floor(Date.now() / 1000)),
        _unlock: `loading${Date.now()}`,
      }
      const query = '?_task=mail&_action=refresh'
      const response = await http.send(query, { headers: headersOf(true), form })
      // Renewed while the tab is open.
      keepCookies(cookies, response.cookies)
      const wire = wireOf('refresh', response)
      if (wire.unread !== undefined) checkUnread('refresh', wire.unread)
    },
  }
  return { does: (operation) => actions[operation](), unread }
}

function wireOf(action: string, response: LoadResponse) {
  if (response.status !== 200) throw new Error(`${action}: ${message(response)}`)
  const wire = readWire(response.text)
  if (wire.action !== action) throw new Error(`${action}: answered as ${wire.action}`)
  if (response.text.includes('session_error')) throw new Error(`${action}: the session is lost`)
  return wire
}

function message({ status, text }: LoadResponse): string {
  return `${status} ${text.slice(0, 200)}`
}

/** What a panel appends: fourteen digits. */
function postLogin(): string {
  return Date.now().toString().padStart(14, '1')
}
