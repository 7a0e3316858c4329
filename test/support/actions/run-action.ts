import type { z } from 'zod'
import {
  actions,
  type ActionName,
  type ActionResult,
  type ContractOf,
} from '../../../plugin/actions/index.ts'
import type { AnyContext } from './fake-context.ts'

/** What a client of the native wire says to an action. */
type SaidTo<Name extends ActionName> = z.input<ContractOf<Name>['input']>

/** What an action of this name answers. */
type ResponseOf<Name extends ActionName> = Awaited<ReturnType<ContractOf<Name>['run']>>

/** Runs an action with what a client says to it; what it answers in JSON is held to its contract. */
export async function runAction<Name extends ActionName>(
  name: Name,
  said: SaidTo<Name>,
  context: AnyContext,
): Promise<ResponseOf<Name>> {
  const action = actions.get(name)
  if (action === undefined) throw new Error(`no action ${name}`)
  const result = await action.run(action.input.parse(said), context)
  if (action.output !== 'file' && !SHARED.has(result.kind)) action.output.parse(result)
  if (isResponseOf(name, result)) return result
  throw new Error(`${name} answered ${result.kind}`)
}

/** Each wire makes its own shape of these. */
const SHARED: ReadonlySet<string> = new Set(['list', 'unread', 'refresh', 'done', 'search'])

function isResponseOf<Name extends ActionName>(
  name: Name,
  result: ActionResult,
): result is ActionResult & ResponseOf<Name> {
  return actions.get(name) !== undefined && 'kind' in result
}
