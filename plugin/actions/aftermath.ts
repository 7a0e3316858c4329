import { MailFault } from '../../proxy/mail/errors.ts'
import type { MailboxState } from '../../proxy/mail/mailbox.ts'
import type { ActionContext, Parameters } from './action.ts'
import { listPage, shownPage } from './list-page.ts'
import type { ListResult } from './result.ts'

/**
 * Does what follows an act that has succeeded: counting, drawing the page anew, filing a copy. When that
 * fails the act must not be reported as failed, or somebody would do it twice; so it answers undefined.
 */
export async function afterAct<Outcome>(
  follow: () => Promise<Outcome>,
): Promise<Outcome | undefined> {
  try {
    return await follow()
  } catch (error) {
    if (error instanceof MailFault) return undefined
    throw error
  }
}

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
  return afterAct(() => listPage(shownPage(mailbox, context), context))
}
