import { actions } from '../../../plugin/actions/index.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { renderNativeError } from '../../../plugin/wire/native/error.ts'
import { renderNative } from '../../../plugin/wire/native/encode.ts'
import type { EncodedResponse } from '../../../plugin/wire/encoded-response.ts'
import { fakeContext } from '../actions/fake-context.ts'

/** The settings of an owner with two addresses: the server's own actions over a store in memory. */
export async function createFakeSettings(writeFormat: 'plain' | 'formatted') {
  const { context } = fakeContext({
    senders: { addresses: ['owner@example.test', 'desk@example.test'], isAnyAllowed: false },
  })
  // Asked long ago.
  await context.settings.savePreferences([
    { name: 'asksForName', seen: true, wanted: false },
    { name: 'writeFormat', seen: 'formatted', wanted: writeFormat },
  ])
  return {
    /** undefined for an action about something else. */
    async answer(name: string, input: unknown): Promise<EncodedResponse | undefined> {
      const action = actions.get(name)
      if (action?.context !== 'settings' && action?.context !== 'sign-in') return undefined
      const result = await action.run(action.input.parse(input), context).catch(refusalOf)
      if (result instanceof Refusal) return renderNativeError(result, 'a39eb5f3')
      return result.kind === 'stream' || result.kind === 'frame' ? undefined : renderNative(result)
    },
    read: () => context.settings.read(),
  }
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Refusal)) throw error
  return error
}
