import { randomUUID } from 'node:crypto'
import { actions } from '../../../plugin/actions/index.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/types.ts'
import type { RawRequest } from '../http/cut-request.ts'
import type { WebmailClient } from '../http/webmail-client.ts'

/** Enough for every action to get as far as the mail server: each takes its own of these. */
const fields = {
  _uid: '1',
  _part: '2',
  _mode: 'reply',
  _flag: 'flagged',
  _q: 'message',
  _name: 'Made',
  _target_mbox: 'Trash',
  _list: '1',
  _folderlist: '1',
  _forever: '1',
  _to: 'somebody@example.test',
  _subject: 'Hello',
  _message: 'Hello',
} as const

/** A request to every action of the live table, as the page asks it; acts are about a folder of their own. */
export function actionRequests(base: string, client: WebmailClient): readonly RawRequest[] {
  return Object.entries(actions).map(([name, { method }]) => {
    const all = new URLSearchParams({ ...fields, _mbox: method === 'GET' ? 'INBOX' : 'Archive' })
    all.set('_compose_id', randomUUID())
    const url = `${base}?_task=mail&_action=${name}`
    if (method === 'GET') return { method, url: `${url}&${all.toString()}`, headers: own(client) }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return { method, url, headers: { ...own(client), ...type }, body: Buffer.from(all.toString()) }
  })
}

/** What is no action: the page, its events, a sign-in, an upload and what is passed on. */
export function otherRequests(base: string, client: WebmailClient): readonly RawRequest[] {
  const headers = own(client)
  return [
    { method: 'GET', url: base, headers },
    { method: 'GET', url: base, headers: { ...headers, accept: 'text/html' } },
    { method: 'GET', url: `${base}?_task=mail&_action=events&_mbox=INBOX`, headers },
    { method: 'GET', url: `${base}?_task=login`, headers: {} },
    { method: 'GET', url: new URL('/panel/page', base).href, headers },
    upload(base, client),
  ]
}

/** A sign-in of somebody whose browser shows the form. */
export function signInRequest(
  base: string,
  shown: WebmailClient,
  [user, password]: readonly [string, string],
): RawRequest {
  const form = { _task: 'login', _action: 'login', _token: shown.token() }
  const body = new URLSearchParams({ ...form, _user: user, _pass: password }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return {
    method: 'POST',
    url: `${base}?login=1&post_login=1`,
    headers: { ...own(shown), ...type },
    body: Buffer.from(body),
  }
}

/** One message by an action of reading. */
export function readRequest(
  base: string,
  client: WebmailClient,
  action: 'viewsource' | 'frame' | 'get' | 'attachments',
): RawRequest {
  const query = `?_task=mail&_action=${action}&_mbox=INBOX&_uid=1&_part=2`
  return { method: 'GET', url: base + query, headers: own(client) }
}

function upload(base: string, client: WebmailClient): RawRequest {
  const field = 'Content-Disposition: form-data; name="_attachments[]"; filename="a.bin"'
  const head = `--x\r\n${field}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(8_000_000), Buffer.from('\r\n--x--')])
  const headers = { ...own(client), 'content-type': 'multipart/form-data; boundary=x' }
  return { method: 'POST', url: `${base}?_task=mail&_action=send`, headers, body }
}

function own(client: WebmailClient): Readonly<Record<string, string>> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookie, accept: NATIVE_TYPE, 'x-roundcube-request': client.token() }
}
