import { folders } from '../actions/folder/list.ts'
import { list } from '../actions/list/list.ts'
import type { Action } from '../actions/contract/action.ts'
import type { Parameters } from '../http/body/parameters.ts'
import type { RequestServices } from '../request/services.ts'
import type { PageBookmark } from '../wire/native/types.ts'
import { renderNative } from '../wire/native/encode.ts'
import { handleMail } from './mail.ts'
import type { TrustedRequest } from '../request/trusted-request.ts'

/** A question of the page, as the query of its address spells it, and the JSON of the answer. */
export type FirstResult = readonly [address: string, json: string]

/**
 * What the page asks first, answered along with the page: folders with their counts, and the first rows of
 * the mailbox it opens. Never fails: what has no answer in time is left out, and the page asks for it.
 */
export async function firstResults(
  request: TrustedRequest,
  bookmark: PageBookmark | null,
  services: RequestServices,
): Promise<readonly FirstResult[]> {
  const timeLimit = AbortSignal.timeout(services.config.limits.firstAnswersMs)
  const signal = AbortSignal.any([request.context.signal, timeLimit])
  const inTime = { ...request, context: { ...request.context, signal } }
  const first = {
    _mbox: bookmark?.mailbox ?? 'INBOX',
    _sort: 'arrival_DESC',
    _page: String(bookmark?.page ?? 1),
  }
  const answers = await Promise.all([
    firstAnswer(folders, {}, inTime, services),
    firstAnswer(list, first, inTime, services),
  ])
  return answers.flat()
}

async function firstAnswer(
  action: Action<unknown>,
  fields: Readonly<Record<string, string>>,
  request: TrustedRequest,
  services: RequestServices,
): Promise<readonly FirstResult[]> {
  const query = new URLSearchParams({ _task: action.task, _action: action.name, ...fields })
  try {
    const parameters = nativeParameters(query)
    const response = await handleMail(action, { ...request, parameters }, services)
    if (response.kind !== 'result') return []
    const { result } = response
    if (result.kind !== 'list' && result.kind !== 'folders') return []
    return [[`?${query.toString()}`, renderNative(result).body]]
  } catch {
    // The page meets the same fault by its own request, which tells and logs it.
    return []
  }
}

function nativeParameters(query: URLSearchParams): Parameters {
  return { get: (name) => query.get(name) ?? undefined, files: [], wire: 'native' }
}
