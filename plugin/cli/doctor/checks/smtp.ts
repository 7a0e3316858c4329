import { examineSmtp } from '../../../../proxy/mail/index.ts'
import { mailServerAddress } from '../../../admin/status/backends.ts'
import { failed, fine, warning, type Finding } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'
import { unreachable } from '../unreachable.ts'

/** The submission server. */
export const checkSmtp: Check = async ({ config, timeoutMs }) => {
  const { smtp, limits } = config
  const address = `${smtp.host}:${smtp.port}`
  try {
    const { capabilities } = await examineSmtp(mailServerAddress(smtp), timeoutMs)
    return [
      fine('smtp.answers', `${address} answers`),
      ...signIn(smtp.auth, capabilities),
      ...size(limits.messageBytes, capabilities),
    ]
  } catch (error) {
    const server = { id: 'smtp.unreachable', server: 'the submission server', section: 'smtp' }
    return [unreachable({ ...server, place: address, loss: 'nobody can send meanwhile' }, error)]
  }
}

function signIn(auth: 'none' | 'user', capabilities: ReadonlySet<string>): readonly Finding[] {
  if (auth === 'none' || [...capabilities].some((line) => line.startsWith('AUTH '))) return []
  return [
    failed(
      'smtp.no-auth',
      'smtp.auth is "user", but the server offers no AUTH',
      'use its submission port (587 with "starttls"), or set smtp.auth to "none"',
    ),
  ]
}

function size(messageBytes: number, capabilities: ReadonlySet<string>): readonly Finding[] {
  const line = [...capabilities].find((capability) => capability.startsWith('SIZE '))
  const accepted = Number(line?.slice('SIZE '.length) ?? 0)
  // RFC 1870: no SIZE, or 0, is no fixed limit.
  if (accepted === 0 || accepted >= messageBytes) return []
  return [
    warning(
      'smtp.size',
      `the server takes ${accepted} bytes, people may write ${messageBytes}`,
      'lower limits.messageBytes, or raise the limit of the server',
    ),
  ]
}
