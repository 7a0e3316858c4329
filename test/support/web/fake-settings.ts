import { actions, findAction } from '../../../plugin/actions/index.ts'
import { nativeDecoders } from '../../../plugin/wire/native/decode.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { renderNativeError } from '../../../plugin/wire/native/error.ts'
import { renderNative } from '../../../plugin/wire/native/encode.ts'
import type { EncodedResponse } from '../../../plugin/wire/encoded-response.ts'
import { fakeContext } from '../actions/fake-context.ts'
import type { FakeFields } from './fake-account.ts'

const names = [
  'settings',
  'save-settings',
  'save-identity',
  'delete-identity',
  'templates',
  'save-template',
  'delete-template',
  'sessions',
  'end-sessions',
  'change-password',
  'begin-second-factor',
  'confirm-second-factor',
  'end-second-factor',
  'passkeys',
  'begin-passkey',
  'confirm-passkey',
  'remove-passkey',
] as const

/** The settings of an owner with two addresses: the server's own actions over a store in memory. */
export async function createFakeSettings() {
  const { context } = fakeContext({
    senders: { addresses: ['owner@example.test', 'desk@example.test'], isAnyAllowed: false },
  })
  // Asked long ago.
  await context.settings.savePreferences([{ name: 'asksForName', seen: true, wanted: false }])
  return {
    /** undefined for an action about something else. */
    async answer(action: string, fields: FakeFields): Promise<EncodedResponse | undefined> {
      const name = names.find((candidate) => candidate === action)
      if (name === undefined || findAction('mail', name, actions[name].method) === undefined) {
        return undefined
      }
      const parameters = { get: (key: string) => fields.get(key), files: [] }
      const result = await actions[name]
        .run(nativeDecoders[name](parameters), context)
        .catch(refusalOf)
      if (result instanceof Refusal) return renderNativeError(result, 'a39eb5f3')
      const { kind } = result
      return kind === 'settings' ||
        kind === 'templates' ||
        kind === 'sessions' ||
        kind === 'password-changed' ||
        kind === 'second-factor-invitation' ||
        kind === 'second-factor-on' ||
        kind === 'second-factor-off' ||
        kind === 'passkeys' ||
        kind === 'passkey-question'
        ? renderNative(result)
        : undefined
    },
    read: () => context.settings.read(),
  }
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Refusal)) throw error
  return error
}
