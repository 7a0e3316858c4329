import { actions } from '../../../plugin/actions/index.ts'
import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'
import type { NativeFileAction } from '../../../plugin/wire/native/types.ts'
import { actionInputs } from '../http/action-inputs.ts'
import type { RawRequest } from '../http/cut-request.ts'
import { cookieHeader, type WebmailClient } from '../http/webmail-client.ts'

/** A request to every action of the live table, as the page asks it; acts are about a folder of their own. */
export function actionRequests(base: string, client: WebmailClient): readonly RawRequest[] {
  const inputs = actionInputs()
  return [...actions.values()].map(({ name, method }) => {
    const headers = own(client)
    if (method === 'GET') return { method, url: base + actionAddress(name, inputs[name]), headers }
    return {
      method,
      url: base + actionAddress(name, {}),
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(inputs[name])),
    }
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

/** A sign-in of a user whose browser shows the form. */
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
  action: Extract<NativeFileAction, 'viewsource' | 'frame' | 'get' | 'attachments'>,
): RawRequest {
  const url = base + actionAddress(action, actionInputs()[action])
  return { method: 'GET', url, headers: own(client) }
}

function upload(base: string, client: WebmailClient): RawRequest {
  const field = 'Content-Disposition: form-data; name="_files[]"; filename="a.bin"'
  const input = 'Content-Disposition: form-data; name="_input"'
  const said = `--x\r\n${input}\r\n\r\n${JSON.stringify(actionInputs().send)}\r\n`
  const head = `${said}--x\r\n${field}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(8_000_000), Buffer.from('\r\n--x--')])
  const headers = { ...own(client), 'content-type': 'multipart/form-data; boundary=x' }
  return { method: 'POST', url: base + actionAddress('send', {}), headers, body }
}

function own(client: WebmailClient): Readonly<Record<string, string>> {
  return {
    cookie: cookieHeader(client.cookies),
    accept: NATIVE_TYPE,
    'x-roundcube-request': client.token(),
  }
}
