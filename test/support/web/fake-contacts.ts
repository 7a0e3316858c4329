import { actions } from '../../../plugin/actions/index.ts'
import { renderNative } from '../../../plugin/wire/native/encode.ts'
import { type AnyContext, fakeContext } from '../actions/fake-context.ts'
import type { EncodedResponse } from '../../../plugin/wire/encoded-response.ts'

/** The real actions over a book and a directory in memory; undefined for an action about something else. */
export async function contactResponse(
  name: string,
  input: unknown,
  { contacts, directory }: Pick<AnyContext, 'contacts' | 'directory'>,
): Promise<EncodedResponse | undefined> {
  const action = actions.get(name)
  if (action?.context !== 'contacts' || action.output === 'file') return undefined
  const { context } = fakeContext({ contacts, directory })
  const result = await action.run(action.input.parse(input), context)
  if (result.kind === 'stream' || result.kind === 'frame') throw new Error('no answer in JSON')
  return renderNative(result)
}
