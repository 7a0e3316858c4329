import type { NativeCompose } from '../../wire/native-types.ts'
import type { Api } from '../wire/api.ts'
import type { Connection } from './connection.ts'

type Source = NonNullable<NativeCompose['source']>

/**
 * Puts the stored copy of a draft into the trash; what comes back brings it out again and tells where it
 * is then, undefined where the server did not say.
 */
export async function dropStored(
  { mailbox, uid }: Source,
  { api, connection }: { readonly api: Api; readonly connection: Connection },
  abort: AbortSignal,
): Promise<() => Promise<Source | undefined>> {
  const { target, uidMap } = await connection.reach(() => api.remove(mailbox, [uid], abort), abort)
  const [moved] = uidMap
  return async () => {
    if (target === null || moved === undefined) return undefined
    const back = await connection.reach(() => api.move(target, [moved[1]], mailbox, abort), abort)
    const [restored] = back.uidMap
    return restored && { mailbox, uid: restored[1] }
  }
}
