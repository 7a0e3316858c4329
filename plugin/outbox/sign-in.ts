import type { Credential } from '../../proxy/mail/index.ts'
import { type DocumentOwner, unlessAway } from '../../store/index.ts'
import type { OutboxCredentials } from './credentials.ts'
import { isOver } from './outbox-message.ts'
import type { OutboxStore } from './outbox-store.ts'

interface RenewOptions {
  readonly store: Pick<OutboxStore, 'list' | 'replace'>
  readonly credentials: Pick<OutboxCredentials, 'toStore'>
  readonly publish: (owner: DocumentOwner) => void
  readonly now: () => number
}

/**
 * At a sign-in: what waited for a password is due with the new one, and what is to be sent later has it as well. Without
 * effect while the store does not answer: the next sign-in does it.
 */
export async function renewCredentials(
  owner: DocumentOwner,
  credential: Credential,
  { store, credentials, publish, now }: RenewOptions,
): Promise<void> {
  const stored = (await unlessAway(store.list(owner))) ?? []
  const held = credentials.toStore(credential)
  let isChanged = false
  for (const seen of stored) {
    const { state, content, dueAt } = seen.message
    const isAsked = dueAt === undefined
    const isOutdated =
      content.credential !== undefined && content.credential.password !== held?.password
    if (isOver(seen.message) || !(isAsked || isOutdated)) continue
    const renewed = { ...seen.message, content: { ...content, credential: held } }
    const due = {
      state: state === 'filing' ? 'filing' : 'waiting',
      ...{ dueAt: now(), error: undefined },
    } as const
    await unlessAway(store.replace(owner, seen, isAsked ? { ...renewed, ...due } : renewed))
    isChanged ||= isAsked
  }
  if (isChanged) publish(owner)
}
