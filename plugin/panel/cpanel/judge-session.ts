import ipaddr from 'ipaddr.js'
import type { Config } from '../../config/schema.ts'
import { isSameSecret } from '../../http/same-secret.ts'
import type { PanelRefusalCode } from '../adapter/panel.ts'
import type { VerificationResult, PanelQuestion } from '../http/request.ts'
import { ageOf, type PanelClocks } from '../adapter/times.ts'
import type { SessionFields } from './session/fields.ts'

/** What a session must satisfy besides being one. */
export type SessionRules = Pick<
  Config['panel']['cpanel'],
  'addressCheck' | 'requireSecondFactor'
> & { readonly absoluteMs: number }

/**
 * Decides for a session and a question, in the order of the panel: signed in, alive, same client, same
 * segment, a mailbox. Segments are compared here and the panel never hears of a wrong one, so no one can
 * run its counter of refused segments up (`token_denied`).
 */
export function judgeSession(
  fields: SessionFields,
  question: Pick<PanelQuestion, 'segmentPath' | 'clientIp'>,
  { rules, ...clocks }: PanelClocks & { rules: SessionRules },
): VerificationResult {
  const field = (name: string) => fields.get(name) ?? ''
  const user = field('user')
  if (isSet(field('needs_auth')) || user === '') return no('session_preauth')
  if (/(?:^|,)method=badpass(?:,|$)/.test(field('origin_as_string'))) return no('inconsistent')

  const signedInAt = latest(
    field('successful_internal_auth_with_timestamp'),
    field('successful_external_auth_with_timestamp'),
  )
  const isOld = signedInAt !== undefined && ageOf(signedInAt, clocks) >= rules.absoluteMs
  if (isOld) return no('session_expired')
  if (!isSameClient(field('ip_address'), question.clientIp, rules.addressCheck)) {
    return no('ip_changed')
  }

  const token = field('cp_security_token')
  if (!/^\/[a-z]{1,32}[0-9]{10}$/.test(token)) return no('inconsistent')
  if (!isSameSecret(token, question.segmentPath)) return no('segment_mismatch')
  if (rules.requireSecondFactor && field('tfa_verified') !== '1') return no('tfa_required')
  if (isSet(field('hasroot')) || !isMailbox(user)) return no('not_a_mailbox')
  const expiresAt = signedInAt === undefined ? undefined : signedInAt + rules.absoluteMs
  return { kind: 'yes', subject: user, expiresAt, session: undefined }
}

function no(code: PanelRefusalCode): VerificationResult {
  return { kind: 'no', code }
}

function isSet(flag: string): boolean {
  return flag !== '' && flag !== '0'
}

function isMailbox(user: string): boolean {
  return /^[\x21-\x7e]{1,254}$/.test(user) && /.@./.test(user)
}

/** The later of two Unix times in seconds, in ms; undefined when neither is one. */
function latest(...seconds: readonly string[]): number | undefined {
  const times = seconds.filter((text) => /^[0-9]{1,12}$/.test(text)).map(Number)
  return times.length === 0 ? undefined : Math.max(...times) * 1000
}

/** Whether two addresses count as one client: the same, the same IPv4 /24 or IPv6 /64, or any. */
function isSameClient(one: string, other: string, check: SessionRules['addressCheck']): boolean {
  if (check === 'disabled') return true
  if (!ipaddr.isValid(one) || !ipaddr.isValid(other)) return false
  const [left, right] = [ipaddr.process(one), ipaddr.process(other)]
  if (check === 'strict' || left.kind() !== right.kind()) {
    return left.toNormalizedString() === right.toNormalizedString()
  }
  return left.match(right, left.kind() === 'ipv4' ? 24 : 64)
}
