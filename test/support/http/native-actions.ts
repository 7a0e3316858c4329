import { actions, type ActionName } from '../../../plugin/actions/index.ts'
import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { NATIVE_TYPE, NATIVE_VERSION } from '../../../plugin/wire/native/media-type.ts'
import type { NativeResponseOf, NativeInputOf } from '../../../plugin/wire/native/types.ts'
import type { ClientResponse, WebmailClient } from './webmail-client.ts'

/** Asks an action as our page does; the response as it came. */
export function sendAction<Name extends ActionName>(
  client: WebmailClient,
  name: Name,
  input: NativeInputOf<Name>,
): Promise<ClientResponse> {
  const headers = { accept: NATIVE_TYPE, 'x-roundcube-request': client.token() }
  return actions.get(name)?.method === 'POST'
    ? client.postJson(actionAddress(name, {}), input, headers)
    : client.get(actionAddress(name, input), headers)
}

/** Asks an action; its response, which is held to the contract. Throws where it is refused. */
export async function callAction<Name extends ActionName>(
  client: WebmailClient,
  name: Name,
  input: NativeInputOf<Name>,
): Promise<NativeResponseOf<Name>> {
  const { status, text } = await sendAction(client, name, input)
  if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`)
  return responseOf(name, text)
}

/** The response of an action in JSON, held to its contract. Throws for another one. */
export function responseOf<Name extends ActionName>(
  name: Name,
  text: string,
): NativeResponseOf<Name> {
  const { version, ...response } = objectOf(JSON.parse(text))
  if (version !== NATIVE_VERSION) throw new Error(`version ${String(version)}`)
  if (isResponseOf(name, response)) return response
  throw new Error(`no answer of ${name}: ${text.slice(0, 200)}`)
}

function isResponseOf<Name extends ActionName>(
  name: Name,
  reply: unknown,
): reply is NativeResponseOf<Name> {
  const output = actions.get(name)?.output
  // What is wrong about it is told by the schema.
  return output !== undefined && output !== 'file' && output.parse(reply) !== undefined
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new Error('no object')
  return { ...value }
}
