import { folders } from '../actions/folder/list.ts'
import { list } from '../actions/list/list.ts'
import { mailboxName } from '../../proxy/mail/index.ts'
import type { ActionResult } from '../actions/result/result.ts'
import type { RequestServices } from '../request/services.ts'
import type { TrustedRequest } from '../request/trusted-request.ts'
import { renderNative } from '../wire/native/encode.ts'
import type { PageBookmark } from '../wire/native/types.ts'
import { runAction } from './mail.ts'

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
  const mailbox = mailboxName(bookmark?.mailbox ?? 'INBOX')
  const page = bookmark?.page ?? 1
  const sort = { by: 'arrival', isDescending: true } as const
  const shown = { mailbox, page, sort, search: undefined, isThreaded: false }
  const answers = await Promise.all([
    firstAnswer({ _action: 'folders' }, () =>
      runAction(folders, () => undefined, inTime, services),
    ),
    firstAnswer(
      { _action: 'list', _mbox: mailbox, _sort: 'arrival_DESC', _page: String(page) },
      () => runAction(list, () => shown, inTime, services),
    ),
  ])
  return answers.flat()
}

async function firstAnswer(
  fields: Readonly<Record<string, string>>,
  run: () => Promise<ActionResult>,
): Promise<readonly FirstResult[]> {
  try {
    const result = await run()
    if (result.kind !== 'list' && result.kind !== 'folders') return []
    const query = new URLSearchParams({ _task: 'mail', ...fields })
    return [[`?${query.toString()}`, renderNative(result).body]]
  } catch {
    // The page meets the same fault by its own request, which tells and logs it.
    return []
  }
}
