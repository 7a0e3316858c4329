import { actions, findAction } from '../../../plugin/actions/index.ts'
import type { ActionContext } from '../../../plugin/actions/contract/action.ts'
import { decodeInput } from '../../../plugin/wire/dialect.ts'
import { renderNative } from '../../../plugin/wire/native/encode.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/types.ts'
import { fakeContext } from '../actions/fake-context.ts'
import type { FakeFields } from './fake-account.ts'

/** What a request about contacts is answered. */
export interface ContactAnswer {
  readonly type: string
  readonly body: string
}

const contactActions: ReadonlySet<string> = new Set([
  'add-contact',
  'collected',
  'complete-address',
  'contact',
  'contact-doubles',
  'contacts',
  'delete-contacts',
  'delete-group',
  'directory',
  'forget-collected',
  'group-contacts',
  'merge-contacts',
  'rename-group',
  'save-contact',
])

/** The real actions over a book and a directory in memory; undefined for an action about something else. */
export async function contactAnswer(
  { action, method }: { readonly action: string; readonly method: string },
  fields: FakeFields,
  { contacts, directory }: Pick<ActionContext, 'contacts' | 'directory'>,
): Promise<ContactAnswer | undefined> {
  const name = contactActions.has(action) ? findAction('mail', action, method) : undefined
  if (name === undefined) return undefined
  const parameters = { get: (field: string) => fields.get(field), files: [] }
  const input = decodeInput(name, parameters, { wire: 'native' })
  const result = await actions[name].run(input, fakeContext({ contacts, directory }).context)
  if (result.kind === 'stream' || result.kind === 'frame') throw new Error('no answer in JSON')
  return { type: NATIVE_TYPE, body: renderNative(result).body }
}
