import { folders } from '../actions/folder/list.ts'
import { list } from '../actions/list/list.ts'
import type { Action } from '../actions/contract/action.ts'
import type { Parameters } from '../http/body/parameters.ts'
import type { House } from '../request/services.ts'
import type { PageBookmark } from '../wire/native/types.ts'
import { renderNative } from '../wire/native/encode.ts'
import { answerMail } from './mail.ts'
import type { TrustedRequest } from '../request/trusted-request.ts'

/** A question of the page, as the query of its address spells it, and the JSON of the answer. */
export type FirstAnswer = readonly [address: string, json: string]

/**
 * What the page asks first, answered along with the page: folders with their counts, and the first rows of
 * the mailbox it opens. Never fails: what has no answer in time is left out, and the page asks for it.
 */
export async function firstAnswers(
  request: TrustedRequest,
  bookmark: PageBookmark | null,
  house: House,
): Promise<readonly FirstAnswer[]> {
  const timeLimit = AbortSignal.timeout(house.config.limits.firstAnswersMs)
  const signal = AbortSignal.any([request.visitor.signal, timeLimit])
  const inTime = { ...request, visitor: { ...request.visitor, signal } }
  const first = {
    _mbox: bookmark?.mailbox ?? 'INBOX',
    _sort: 'arrival_DESC',
    _page: String(bookmark?.page ?? 1),
  }
  const answers = await Promise.all([
    firstAnswer(folders, {}, inTime, house),
    firstAnswer(list, first, inTime, house),
  ])
  return answers.flat()
}

async function firstAnswer(
  action: Action<unknown>,
  fields: Readonly<Record<string, string>>,
  request: TrustedRequest,
  house: House,
): Promise<readonly FirstAnswer[]> {
  const query = new URLSearchParams({ _task: action.task, _action: action.name, ...fields })
  try {
    const parameters = nativeParameters(query)
    const reply = await answerMail(action, { ...request, parameters }, house)
    if (reply.kind !== 'result') return []
    const { result } = reply
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
