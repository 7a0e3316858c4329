import type { MailboxName, MailboxState } from '../../../proxy/mail/index.ts'
import type { MailContext } from '../contract/contexts.ts'
import { afterAction } from '../result/after-action.ts'
import { listShownPage, shownPage } from '../list/list.ts'
import type { DoneResult, ListResult } from '../result/result.ts'

/** What an action reports that has moved nothing and shows no list. */
export const DONE = {
  kind: 'done',
  flag: undefined,
  special: {},
  target: undefined,
  uidMap: undefined,
  targetUidValidity: undefined,
  list: undefined,
} as const satisfies Partial<DoneResult>

/** The counts of these mailboxes after an action, as far as they are subscribed and could be had. */
export async function countsAfter(
  mailboxes: readonly string[],
  { account, signal }: MailContext,
): Promise<readonly MailboxState[]> {
  const counts = await afterAction(() => account.counts({ signal }))
  return (counts ?? []).filter(({ path }) => mailboxes.includes(path))
}

/** The page after messages left it, for a client that fills the gap from it; others ask automatically. */
export async function pageAfter(
  mailbox: MailboxName,
  isPageWanted: boolean,
  context: MailContext,
): Promise<ListResult | undefined> {
  if (!isPageWanted) return undefined
  return afterAction(() => listShownPage(shownPage(mailbox, context), context))
}
