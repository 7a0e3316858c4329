import type { NativeMessageName } from '../../../wire/native/types.ts'
import type { Api } from '../../wire/api.ts'
import { movedTo } from '../../wire/message-name.ts'
import type { Connection } from '../session/connection.ts'

interface StoredDraftOptions {
  readonly api: Api
  readonly connection: Connection
  readonly onStoredMoved: () => void
}

/**
 * Puts the stored copy of a draft into the trash, or deletes it for good; what comes back brings it out
 * again and tells where it is then, undefined where the server did not say, or it is gone.
 */
export async function dropStored(
  { stored, isForGood }: { readonly stored: NativeMessageName; readonly isForGood: boolean },
  { api, connection, onStoredMoved }: StoredDraftOptions,
  abort: AbortSignal,
): Promise<() => Promise<NativeMessageName | undefined>> {
  const { mailbox, uid } = stored
  const dropped = await connection.reach(() => api.remove(stored, [uid], isForGood, abort), abort)
  onStoredMoved()
  const moved = movedTo(dropped)
  return async () => {
    if (moved === undefined) return undefined
    const back = await connection.reach(() => api.move(moved, moved.uids, mailbox, abort), abort)
    onStoredMoved()
    const restored = movedTo(back)
    const [restoredUid] = restored?.uids ?? []
    if (restored === undefined || restoredUid === undefined) return undefined
    return { mailbox, uidValidity: restored.uidValidity, uid: restoredUid }
  }
}
