import { MailFault } from '../../proxy/mail/index.ts'
import type { AuditEvent, AuditLog } from '../log/audit-log.ts'
import { Refusal } from '../http/refusal.ts'
import type { TrustedRequest } from './trusted-request.ts'

/** Who wants to sign in, and how that came. */
interface AttemptedLogin {
  /** undefined when a form named no one. */
  readonly owner: string | undefined
  readonly how: 'form' | 'panel' | 'master'
}

/** One line of the audit for an attempt to sign in; `result` is `accepted` or what `resultOf` says. */
export function noteSignIn(
  { owner, how }: AttemptedLogin,
  { principal, context }: Pick<TrustedRequest, 'principal' | 'context'>,
  audit: AuditLog,
  result: string,
): void {
  const { clientIp: ip, requestId } = context
  const panelSession = abbreviated(principal)
  audit.note({ event: 'sign-in', result, user: owner, ip, how, panelSession, requestId })
}

/** How an attempt that failed is called in the audit: by the code of its refusal or fault. */
export function resultOf(error: unknown): string {
  return error instanceof Refusal || error instanceof MailFault ? error.code : 'failed'
}

/** One line of the audit for a session that ended before its time. */
export function noteSessionEnd(
  { principal, context }: TrustedRequest,
  audit: AuditLog,
  { user, how }: { readonly user: string; readonly how: 'form' | 'password-refused' },
): void {
  const { clientIp: ip, requestId } = context
  const event = how === 'form' ? 'sign-out' : 'session-ended'
  const panelSession = abbreviated(principal)
  audit.note({ event, result: 'done', user, ip, how, panelSession, requestId })
}

/** One line of the audit for a session that its owner ended from another place, or everywhere. */
export function noteRevocation(
  { principal, context }: TrustedRequest,
  audit: AuditLog,
  user: string,
): void {
  const { clientIp: ip, requestId } = context
  const panelSession = abbreviated(principal)
  audit.note({ event: 'revoked', result: 'done', user, ip, how: 'owner', panelSession, requestId })
}

/** One line of the audit for what an owner does to their own way in, or cannot. Throws what the change throws. */
export async function auditOwnChange<Value>(
  { request, audit, event, user }: OwnChange,
  change: () => Promise<Value>,
): Promise<Value> {
  const { clientIp: ip, requestId } = request.context
  const panelSession = abbreviated(request.principal)
  const note = (result: AuditEvent['result']) => {
    audit.note({ event, result, user, ip, how: 'owner', panelSession, requestId })
  }
  try {
    const value = await change()
    note('done')
    return value
  } catch (error) {
    note(resultOf(error))
    throw error
  }
}

interface OwnChange extends Pick<AuditEvent, 'event'> {
  readonly request: TrustedRequest
  readonly audit: AuditLog
  readonly user: string
}

const PANEL_SESSION_CHARS = 8

/** The beginning of the keyed digest of the panel's session: reports which lines belong together. */
function abbreviated({ sessionKey }: TrustedRequest['principal']): string {
  return sessionKey.slice(0, PANEL_SESSION_CHARS)
}
