import type { ActionContext } from '../actions/action.ts'
import { writeFolderUses } from '../folder-uses.ts'
import type { House } from '../house.ts'
import { asOrigin } from '../log/request-name.ts'
import type { SignedInSession } from '../session/webmail-session.ts'
import type { TrustedRequest } from './request.ts'

/**
 * What the owner has chosen, as this session knows it. A choice goes into the session, which all
 * instances read at once, and beside the user record, where the next sign-in finds it.
 */
export function ownerFolderUses(
  { session, visitor }: TrustedRequest,
  current: SignedInSession,
  { users }: House,
): ActionContext['folderUses'] {
  let { folderUses } = current
  return {
    current: () => folderUses,
    async choose(chosen) {
      const { username, storageHost } = current
      const settings = writeFolderUses(chosen)
      await users.saveSettings(username, storageHost, settings, asOrigin(visitor.name))
      await session.update({ ...current, folderUses: chosen })
      folderUses = chosen
    },
  }
}
