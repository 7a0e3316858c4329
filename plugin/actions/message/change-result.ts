import type { MailboxState } from '../../../proxy/mail/index.ts'
import type { ActionContext } from '../contract/action.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { afterAct } from '../result/after-act.ts'
import { listShownPage, shownPage } from '../list/page.ts'
import type { ListResult } from '../result/result.ts'

/** The counts of these mailboxes after an act, as far as they are subscribed and could be had. */
export async function countsAfter(
  mailboxes: readonly string[],
  { account, signal }: ActionContext,
): Promise<readonly MailboxState[]> {
  const counts = await afterAct(() => account.counts({ signal }))
  return (counts ?? []).filter(({ path }) => mailboxes.includes(path))
}

/** The page after messages left it, for Roundcube's front end, which fills the gap from it; ours asks by itself. */
export async function pageAfter(
  mailbox: string,
  wire: Parameters['wire'],
  context: ActionContext,
): Promise<ListResult | undefined> {
  if (wire === 'native') return undefined
  return afterAct(() => listShownPage(shownPage(mailbox, context), context))
}
