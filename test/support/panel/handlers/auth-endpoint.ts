import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { admit, segmentOf } from './admission.ts'
import { readCookie } from '../state/cookies.ts'
import type { SimulatedPanel } from '../state/simulated-panel.ts'
import type { PanelSession } from '../state/session.ts'

/**
 * `GET /__sim/auth`, for the http adapter: 204 with who is asking, or 401 with the reason. Ours, not the
 * real panel's. The mailbox password is handed over to anyone who shows the shared secret.
 */
export async function handleAuth(
  req: IncomingMessage,
  res: ServerResponse,
  panel: SimulatedPanel,
): Promise<void> {
  if (await panel.faults.strike(req, res)) return
  const original = String(req.headers['x-original-uri'] ?? '')
  const admission = await admit(
    {
      cookieValue: readCookie(req, 'webmaild') ?? readCookie(req, 'cpaneld'),
      address: String(req.headers['x-forwarded-for'] ?? ''),
      segmentDigits: segmentOf(original),
    },
    panel,
  )
  if (admission.kind === 'refused') {
    res.writeHead(401, { 'x-panel-refusal': admission.code }).end()
    return
  }
  const { session } = admission
  if (!session.user.includes('@')) {
    res.writeHead(403, { 'x-panel-refusal': 'not_a_mailbox' }).end()
    return
  }
  res.writeHead(204, {
    'x-panel-user': session.user,
    'x-panel-expires': String(Math.floor((panel.clock.now() + panel.idleMs) / 1000)),
    'x-panel-session': session.name,
    ...credentialOf(session, req, panel.handOverSecret),
  })
  res.end()
}

function credentialOf(
  { user, password }: PanelSession,
  req: IncomingMessage,
  secret: string | undefined,
): Readonly<Record<string, string>> {
  const shown = req.headers['x-panel-hand-over']
  if (secret === undefined || password === undefined || typeof shown !== 'string') return {}
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(shown), digest(secret))) return {}
  return {
    'x-panel-credential-user': encodeURIComponent(user),
    'x-panel-credential-password': encodeURIComponent(password),
  }
}
