import { unlessAway } from '../../../store/index.ts'
import type { OwnSecondFactor } from '../../actions/contract/contexts.ts'
import type { RequestServices } from '../../request/services.ts'
import type { TrustedRequest } from '../../request/trusted-request.ts'
import { mailboxOwner, type SignedInSession } from '../../session/webmail-session.ts'
import { endWithoutFactor } from './own-passkeys.ts'
import { proveOwnPassword } from './own-password.ts'
import { proveCode } from '../factor/prove-factor.ts'
import { auditOwnChange } from '../../request/sign-in-audit.ts'

/** The second factor of the owner; undefined where the administrator wants none, or the panel signs in. Who only has the open page changes nothing of it. */
export function ownSecondFactor(
  request: TrustedRequest,
  current: SignedInSession,
  services: RequestServices,
): OwnSecondFactor | undefined {
  const { config, secondFactors, audit } = services
  if (config.signIn.secondFactor === 'off' || current.isByPanel) return undefined
  const { username: user } = current
  const owner = mailboxOwner(current)
  const sessionId = request.session.id
  const isRequired = config.signIn.secondFactor === 'required'

  const changed = <Value>(
    event: 'second-factor-on' | 'second-factor-off',
    change: () => Promise<Value>,
  ) => auditOwnChange({ request, audit, event, user }, change)

  return {
    isRequired,
    isOn: () => secondFactors.isOn(owner),
    async invite(present) {
      await proveOwnPassword(request, current, present, services)
      return secondFactors.invite(owner, sessionId)
    },
    confirm: (proof) =>
      changed('second-factor-on', async () => {
        const recoveryCodes = await secondFactors.confirm(owner, sessionId, proof)
        // Not for the sake of this mark: the codes cannot be shown again.
        await unlessAway(request.session.update({ ...current, isFactorDone: true }))
        return recoveryCodes
      }),
    turnOff: ({ present, code }) =>
      changed('second-factor-off', async () => {
        await proveOwnPassword(request, current, present, services)
        await proveCode(owner, code, request, services)
        await secondFactors.remove(owner)
        await endWithoutFactor(request, current, services)
      }),
  }
}
