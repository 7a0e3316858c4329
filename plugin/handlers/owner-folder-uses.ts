import type { Credential } from '../../proxy/mail/index.ts'
import type { ActionContext } from '../actions/contract/action.ts'
import { writeFolderUses } from '../settings/folder-uses.ts'
import type { RequestServices } from '../request/services.ts'
import { asOrigin } from '../log/request-name.ts'
import type { SignedInSession } from '../session/webmail-session.ts'
import type { TrustedRequest } from '../request/trusted-request.ts'

/**
 * What the owner has chosen, in whichever session. A choice goes into the session, beside the user record,
 * where the next sign-in finds it, and to the owner's other sessions, whose open pages here are told.
 */
export async function ownerFolderUses(
  { session, context }: TrustedRequest,
  { current, credential }: { readonly current: SignedInSession; readonly credential: Credential },
  { users, folderChoices, events, accounts }: RequestServices,
): Promise<ActionContext['folderUses']> {
  const { username, storageHost } = current
  const owner = { username, mailHost: storageHost }
  let folderUses = (await folderChoices.current(owner)) ?? current.folderUses
  return {
    current: () => folderUses,
    async choose(chosen) {
      const settings = writeFolderUses(chosen)
      await users.saveSettings(username, storageHost, settings, asOrigin(context.name))
      await session.update({ ...current, folderUses: chosen })
      await folderChoices.tell(owner, chosen)
      folderUses = chosen
      events.tellOwner(accounts.keyOf(credential), { kind: 'mailboxes' })
    },
  }
}
