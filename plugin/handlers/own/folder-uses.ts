import type { MailContext } from '../../actions/contract/contexts.ts'
import type { Account, OpenedAccount } from '../../../proxy/mail/index.ts'
import { asOrigin } from '../../log/request-name.ts'
import type { RequestServices } from '../../request/services.ts'
import type { TrustedRequest } from '../../request/trusted-request.ts'
import type { SignedInSession } from '../../session/webmail-session.ts'
import { chosenListing, type FolderUses, writeFolderUses } from '../../settings/folder-choices.ts'

interface FolderOwner {
  readonly request: TrustedRequest
  readonly current: SignedInSession
  readonly opened: Pick<OpenedAccount, 'credential'>
}

/**
 * What the owner has chosen, in whichever session; looked up where it is requested. A choice goes into the session, beside
 * the user record, where the next sign-in finds it, and to the owner's other sessions, whose open pages here are notified.
 */
export function ownerFolderUses(
  { request, current, opened }: FolderOwner,
  services: RequestServices,
): MailContext['folderUses'] {
  const { session, context } = request
  const { users, folderChoices, events, accounts } = services
  const { username, storageHost } = current
  let folderUses: Promise<FolderUses> | undefined
  return {
    current: () => (folderUses ??= chosenUses(current, services)),
    async choose(chosen) {
      const settings = writeFolderUses(chosen)
      await users.saveSettings(username, storageHost, settings, asOrigin(context.name))
      await session.update({ ...current, folderUses: chosen })
      await folderChoices.publish({ username, mailHost: storageHost }, chosen)
      folderUses = Promise.resolve(chosen)
      events.publishToOwner(accounts.keyOf(opened.credential), { kind: 'mailboxes' })
    },
  }
}

/** The folders that the owner of a session has chosen for a use. */
export async function chosenUses(
  { username, storageHost, folderUses }: SignedInSession,
  { folderChoices }: Pick<RequestServices, 'folderChoices'>,
): Promise<FolderUses> {
  return (await folderChoices.current({ username, mailHost: storageHost })) ?? folderUses
}

/** The account with the owner's choice before the marks of the server; `uses` is called at each listing. */
export function withChosenUses(account: Account, uses: () => Promise<FolderUses>): Account {
  return {
    ...account,
    mailboxes: async (options) => {
      const [mailboxes, chosen] = await Promise.all([account.mailboxes(options), uses()])
      return chosenListing(mailboxes, chosen)
    },
    overview: async (options) => {
      const [overview, chosen] = await Promise.all([account.overview(options), uses()])
      return { ...overview, mailboxes: chosenListing(overview.mailboxes, chosen) }
    },
  }
}
