import type { ActionContext } from '../actions/action.ts'
import { writeFolderUses } from '../folder-uses.ts'
import type { House } from '../house.ts'
import type { OpenSession } from '../session/open-session.ts'
import type { SignedInSession } from '../session/webmail-session.ts'

/**
 * What the owner has chosen, as this session knows it. A choice goes into the session, which all
 * instances read at once, and beside the user record, where the next sign-in finds it.
 */
export function ownerFolderUses(
  session: OpenSession,
  current: SignedInSession,
  { users }: House,
): ActionContext['folderUses'] {
  let { folderUses } = current
  return {
    current: () => folderUses,
    async choose(chosen) {
      await users.saveSettings(current.username, current.storageHost, writeFolderUses(chosen))
      await session.update({ ...current, folderUses: chosen })
      folderUses = chosen
    },
  }
}
