import type { DocumentOwner } from '../../../store/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { RequestServices } from '../../request/services.ts'
import type { TrustedRequest } from '../../request/trusted-request.ts'

/** Longer than any code, however it is spaced. */
const MAX_CODE_CHARS = 64

/** Throws Refusal('second_factor_wrong') for a wrong or used code: see below. */
export function proveCode(
  owner: DocumentOwner,
  code: string,
  request: TrustedRequest,
  services: RequestServices,
): Promise<void> {
  const check = () => services.secondFactors.check(owner, code.slice(0, MAX_CODE_CHARS))
  return proveFactor(owner, check, request, services)
}

/**
 * Throws Refusal('second_factor_wrong') where the check says no. Throttled by account over all sessions, apart from passwords: a
 * right password forgives no guess of a code.
 */
export async function proveFactor(
  owner: DocumentOwner,
  check: () => Promise<boolean>,
  { context }: TrustedRequest,
  { codeThrottle }: RequestServices,
): Promise<void> {
  const { clientIp, signal } = context
  // No login name of a form holds this character: who types names uses up no one's attempts.
  const attempt = await codeThrottle.startAttempt(`\u0000code ${owner.username}`, clientIp, signal)
  const isRight = await check().catch(async (error: unknown) => {
    await attempt.unjudged()
    throw error
  })
  if (isRight) return attempt.accepted()
  await attempt.refused(signal)
  throw new Refusal('second_factor_wrong')
}
