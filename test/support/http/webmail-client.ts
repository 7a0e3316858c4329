import { z } from 'zod'

/** A response read to its end. */
export interface ClientResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The rows and counts that Roundcube's wire hides in `exec` and `env`. */
export interface WireList {
  readonly action: string
  readonly unlock: string | undefined
  readonly env: Readonly<Record<string, unknown>>
  readonly uids: readonly number[]
  readonly unread: ReadonlyMap<string, number>
  readonly exec: string
}

/** A browser as far as the specification needs one: a cookie jar under one panel segment. */
export interface WebmailClient {
  readonly cookies: Map<string, string>
  /** The request token of the last page seen. */
  token(): string
  get(query: string, headers?: Readonly<Record<string, string>>): Promise<ClientResponse>
  post(
    query: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ClientResponse>
  /** Posts JSON, as our page does. */
  postJson(
    query: string,
    value: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ClientResponse>
  /** Login page and POST of the form (spec 4). Answers that of the POST, or the page that failed. */
  submitSignIn(user: string, password: string, more?: MoreOfForm): Promise<ClientResponse>
  /** As `submitSignIn`, and where that redirects, the application page, whose token later requests carry. */
  signIn(user: string, password: string): Promise<ClientResponse>
  list(mailbox: string, extra?: string): Promise<WireList>
  getunread(): Promise<WireList>
  refresh(mailbox: string, uids: readonly number[]): Promise<WireList>
}

/** Fields and headers of a POST beside the default ones. */
interface MoreOfForm {
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** `base` is the address of the script, e.g. http://127.0.0.1:8090/cpsess0228251236/3rdparty/roundcube/index.php */
export function createWebmailClient(base: string): WebmailClient {
  const cookies = new Map<string, string>()
  let token = ''

  const send = async (
    query: string,
    init: { readonly method: string; readonly body?: URLSearchParams | string },
    headers: Readonly<Record<string, string>>,
  ): Promise<ClientResponse> => {
    const cookie = cookieHeader(cookies)
    const response = await fetch(base + query, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
    })
    keepCookies(cookies, response.headers.getSetCookie())
    const text = await response.text()
    token = requestTokenOf(text) ?? token
    return { status: response.status, headers: response.headers, text }
  }

  const client: WebmailClient = {
    cookies,
    token: () => token,
    get: (query, headers = {}) => send(query, { method: 'GET' }, headers),
    post: (query, form, headers = {}) =>
      send(query, { method: 'POST', body: new URLSearchParams(form) }, headers),
    postJson: (query, value, headers = {}) =>
      send(
        query,
        { method: 'POST', body: JSON.stringify(value) },
        { 'content-type': 'application/json', ...headers },
      ),
    async submitSignIn(user, password, more = {}) {
      const at = '?login=1&post_login=38056176108366'
      const page = await client.get(at)
      if (page.status !== 200) return page
      const form = { _task: 'login', _action: 'login', _timezone: 'UTC', _url: at.slice(1) }
      const fields = { ...form, ...more.form, _token: token, _user: user, _pass: password }
      return client.post(at, fields, more.headers)
    },
    async signIn(user, password) {
      const response = await client.submitSignIn(user, password)
      if (response.status !== 302) return response
      const page = await client.get('')
      return page.status === 200 ? response : page
    },
    async list(mailbox, extra = '') {
      const name = encodeURIComponent(mailbox)
      return wireList(
        await client.get(
          `?_task=mail&_action=list&_refresh=1&_mbox=${name}${extra}&_remote=1&_unlock=loading1795231907265&_=1795231907265`,
        ),
      )
    },
    async getunread() {
      return wireList(
        await client.get('?_task=mail&_action=getunread&_page=1&_remote=1&_unlock=0&_=1'),
      )
    },
    async refresh(mailbox, uids) {
      const form = { _mbox: mailbox, _folderlist: '1', _list: '1', _uids: uids.join(',') }
      return wireList(
        await client.post(
          '?_task=mail&_action=refresh',
          { ...form, _remote: '1', _unlock: 'loading1795231907443' },
          { 'x-roundcube-request': token },
        ),
      )
    },
  }
  return client
}

/** The request token in the state block of one of our pages, or in the environment of one of Roundcube's. */
export function requestTokenOf(html: string): string | undefined {
  const block =
    /<script type="application\/json" id="postern-env">(.*?)<\/script>/s.exec(html)?.[1] ??
    /rcmail\.set_env\((\{.*?\})\);\n/s.exec(html)?.[1]
  return block === undefined ? undefined : /"request_token":"(\w{32})"/.exec(block)?.[1]
}

/** The cookies as a request names them. */
export function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Takes the Set-Cookie lines of a response; a cookie that is emptied or expires at once is dropped. */
export function keepCookies(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const isDeleted =
      ['', 'deleted', '-del-'].includes(value) ||
      attributes.some((text) => /^\s*(max-age=0|expires=Thu, 01.Jan.1970)/i.test(text))
    if (isDeleted) cookies.delete(name)
    else cookies.set(name, value)
  }
}

const encodedResponse = z.object({
  action: z.string(),
  unlock: z.string().optional(),
  env: z.record(z.string(), z.unknown()).default({}),
  exec: z.string(),
})

function wireList({ status, text }: ClientResponse): WireList {
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 200)}`)
  const { action, unlock, env, exec } = encodedResponse.parse(JSON.parse(text))
  const uids = [...exec.matchAll(/^this\.add_message_row\((\d+),/gm)].map((row) => Number(row[1]))
  const counts = exec.matchAll(/this\.set_unread_count\("((?:[^"\\]|\\.)*)",(\d+)/g)
  const unread = new Map([...counts].map((count) => [count[1] ?? '', Number(count[2])] as const))
  return { action, unlock, env, uids, unread, exec }
}

/** Gives a browser the cookies of another one. */
export function copyCookies(from: WebmailClient, to: WebmailClient): WebmailClient {
  for (const [name, value] of from.cookies) to.cookies.set(name, value)
  return to
}
