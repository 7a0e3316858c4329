import type { OwnSettings, SignInContext } from '../../actions/contract/contexts.ts'
import type { Principal } from '../../panel/adapter/panel.ts'
import type { RequestServices } from '../../request/services.ts'
import type { TrustedRequest } from '../../request/trusted-request.ts'
import { deviceOf } from '../../session/device.ts'
import { shortSessionId } from '../../session/owner-sessions.ts'
import { mailboxOwner, type SignedInSession } from '../../session/webmail-session.ts'
import { sendersOf, type Senders } from '../../settings/senders.ts'
import { noteRevocation } from '../../request/sign-in-audit.ts'

// What a mail action may do of the owner's own things, apart from their mail.

/** What the owner has set; open pages of all instances are notified of a change. */
export function ownerSettings(
  current: Pick<SignedInSession, 'username' | 'storageHost'>,
  { settings, publishSettings }: Pick<RequestServices, 'settings' | 'publishSettings'>,
): OwnSettings {
  const owner = mailboxOwner(current)
  const publish = async () => publishSettings(owner, await settings.revision(owner))
  const withReport = async <Outcome extends { readonly kind: string }>(
    change: Promise<Outcome>,
  ) => {
    const outcome = await change
    // Of a conflict and the rest nothing was saved.
    if (outcome.kind === 'saved') await publish()
    return outcome
  }
  return {
    read: () => settings.read(owner),
    savePreferences: (changes) => withReport(settings.savePreferences(owner, changes)),
    saveIdentity: (id, changes, isNew) =>
      withReport(settings.saveIdentity(owner, id, changes, isNew)),
    removeIdentity: (id) => settings.removeIdentity(owner, id).then(publish),
    templates: () => settings.templates(owner),
    saveTemplate: (id, changes, isNew) =>
      withReport(settings.saveTemplate(owner, id, changes, isNew)),
    removeTemplate: (id) => settings.removeTemplate(owner, id).then(publish),
  }
}

/** The sessions of the owner; one that they end is in the audit. */
export function ownSessions(
  request: TrustedRequest,
  current: SignedInSession,
  { ownerSessions, audit }: RequestServices,
): SignInContext['ownSessions'] {
  const { session } = request
  const owner = mailboxOwner(current)
  return {
    async list() {
      const { sessions, isComplete } = await ownerSessions.list(owner)
      const own = sessions.map(({ id, ...shown }) => ({
        ...shown,
        id: shortSessionId(id),
        isCurrent: id === session.id,
      }))
      return { sessions: own, isComplete }
    },
    async end(which) {
      const isNamed = (id: string) => which.kind !== 'one' || shortSessionId(id) === which.id
      const count = await ownerSessions.end(owner, (id) => id !== session.id && isNamed(id))
      const isOwnEnded = which.kind !== 'others' && isNamed(session.id)
      if (isOwnEnded) await session.end()
      noteRevocations(request, current, { audit, count: count + (isOwnEnded ? 1 : 0) })
    },
  }
}

/** Ends all sessions of the owner but the caller's. Throws StoreUnavailable. */
export async function endOtherSessions(
  request: TrustedRequest,
  current: SignedInSession,
  { ownerSessions, audit }: RequestServices,
): Promise<void> {
  const { session } = request
  const count = await ownerSessions.end(mailboxOwner(current), (id) => id !== session.id)
  noteRevocations(request, current, { audit, count })
}

function noteRevocations(
  request: TrustedRequest,
  { username }: SignedInSession,
  { audit, count }: { readonly audit: RequestServices['audit']; readonly count: number },
): void {
  for (let each = 0; each < count; each += 1) noteRevocation(request, audit, username)
}

/** Notes what a session was started with, for its owner's list. Never fails. */
export function noteOwnSession(
  { ctx }: Pick<TrustedRequest, 'ctx'>,
  { id, current }: { readonly id: string; readonly current: SignedInSession },
  { ownerSessions }: RequestServices,
): Promise<void> {
  return ownerSessions.note(mailboxOwner(current), id, deviceOf(ctx.get('user-agent')))
}

/** What the owner may write as: by the sign-in, the panel and the configuration. */
export function ownerSenders(
  own: string | undefined,
  { addresses }: Principal,
  { config }: RequestServices,
): Senders {
  const { anyAddress, aliases } = config.identities
  const byConfig = own === undefined ? [] : (aliases[own] ?? [])
  return sendersOf(own, { byPanel: addresses ?? [], byConfig }, anyAddress)
}
