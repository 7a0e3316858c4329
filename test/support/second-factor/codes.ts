import type { ExecutionContext } from 'ava'
import { Secret, TOTP } from 'otpauth'
import { actions, type ActionName } from '../../../plugin/actions/index.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'
import type { NativeInputOf } from '../../../plugin/wire/native/types.ts'
import { actionInputs } from '../http/action-inputs.ts'
import { sendAction, callAction } from '../http/native-actions.ts'
import type { ClientResponse, WebmailClient } from '../http/webmail-client.ts'

export const accept = { accept: NATIVE_TYPE }

/** Asks an action; its response, or the refusal in its place. */
export async function run<Name extends ActionName>(
  client: WebmailClient,
  name: Name,
  input: NativeInputOf<Name>,
): Promise<unknown> {
  return JSON.parse((await sendAction(client, name, input)).text)
}

const PERIOD_MS = 30_000

/**
 * The code that an app shows so many steps from now; each can be used once, and those beside the present one count. So 0 and then 1
 * both count, however long a busy machine takes in between.
 */
export function codeOf(secret: string, steps: 0 | 1): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + steps * PERIOD_MS })
}

/** Sets codes up in the settings of a signed-in user. */
export async function setUpCodes(client: WebmailClient, password: string) {
  const { ticket, secret } = await callAction(client, 'begin-second-factor', { present: password })
  const proof = { ticket, code: codeOf(secret, 0) }
  const { recoveryCodes } = await callAction(client, 'confirm-second-factor', proof)
  return { secret, recoveryCodes }
}

/** Posts the form that requests a code. */
export function enter(client: WebmailClient, code: string): Promise<ClientResponse> {
  return client.post('?_task=login', { _code: code, _token: client.token(), _url: '_mbox=Sent' })
}

/** Requests everything there is, by each wire. */
export async function reachesNothing(t: ExecutionContext, client: WebmailClient): Promise<void> {
  const token = client.token()
  const inputs = actionInputs()
  for (const { name, method } of actions.values()) {
    const refused = await sendAction(client, name, inputs[name])
    t.is(refused.status, 401, `${name} answered ${refused.status}: ${refused.text.slice(0, 80)}`)
    const query = `?_task=mail&_action=${name}&_mbox=INBOX&_uid=1`
    const form = { _token: token, _mbox: 'INBOX', _uid: '1' }
    for (const [sent, remote] of [
      [{}, ''],
      [{ 'x-roundcube-request': token }, '&_remote=1'],
    ] as const) {
      const response =
        method === 'GET'
          ? await client.get(query + remote, sent)
          : await client.post(query + remote, form, sent)
      const isRefused =
        remote === '' ? response.status === 401 : response.text.includes('session_error')
      t.true(
        isRefused,
        `${name}${remote} answered ${response.status}: ${response.text.slice(0, 80)}`,
      )
    }
  }
  t.is((await client.get('?_task=mail&_action=events', accept)).status, 401)
  const page = await client.get('?_task=mail&_mbox=INBOX')
  t.regex(page.text, /name="_code"/)
  t.notRegex(page.text, /"task":"mail"/)
}
