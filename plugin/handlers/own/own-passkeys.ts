import { unlessAway } from '../../../store/index.ts'
import type { OwnPasskeys } from '../../actions/contract/contexts.ts'
import { Refusal } from '../../http/refusal.ts'
import type { RequestServices } from '../../request/services.ts'
import type { TrustedRequest } from '../../request/trusted-request.ts'
import { mailboxOwner, type SignedInSession } from '../../session/webmail-session.ts'
import { domainOf, hasFactor } from '../factor/factor-page.ts'
import { proveOwnPassword } from './own-password.ts'
import { endOtherSessions } from './owner.ts'
import { auditOwnChange } from '../../request/sign-in-audit.ts'

/** The passkeys of the owner; undefined where the administrator wants no second factor, or the panel signs in. Who only has the open page changes nothing of them. */
export function ownPasskeys(
  request: TrustedRequest,
  current: SignedInSession,
  services: RequestServices,
): OwnPasskeys | undefined {
  const { config, passkeys, audit } = services
  if (config.signIn.secondFactor === 'off' || current.isByPanel) return undefined
  const owner = mailboxOwner(current)
  const sessionId = request.session.id

  const changed = (event: 'passkey-added' | 'passkey-removed', change: () => Promise<void>) =>
    auditOwnChange({ request, audit, event, user: owner.username }, change)

  return {
    list: () => passkeys.list(owner),
    async offer(present) {
      const domain = domainOf(request, services)
      if (domain === undefined) throw new Refusal('passkeys_unavailable')
      await proveOwnPassword(request, current, present, services)
      return passkeys.offer(owner, sessionId, domain)
    },
    add: (response) =>
      changed('passkey-added', async () => {
        await passkeys.add(owner, sessionId, response)
        // Not for the sake of this mark: the passkey is kept.
        await unlessAway(request.session.update({ ...current, isFactorDone: true }))
      }),
    remove: ({ present, id }) =>
      changed('passkey-removed', async () => {
        await proveOwnPassword(request, current, present, services)
        await passkeys.remove(owner, id)
        await endWithoutFactor(request, current, services)
      }),
  }
}

/** Where a second factor is required no session stays of who has none left; the next sign-in sets another one up. */
export async function endWithoutFactor(
  request: TrustedRequest,
  current: SignedInSession,
  services: RequestServices,
): Promise<void> {
  const owner = mailboxOwner(current)
  if (services.config.signIn.secondFactor !== 'required') return
  if (await hasFactor(owner, services)) return
  await endOtherSessions(request, current, services)
  await request.session.end()
}
