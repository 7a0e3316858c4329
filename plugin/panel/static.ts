import type { Config } from '../config/schema.ts'
import type { Segment } from '../gate/location.ts'
import { isSameSecret } from '../http/same-secret.ts'
import {
  keyedHash,
  readPanelCookies,
  granted,
  refused,
  type Panel,
  type PanelCredential,
  type PanelVerdict,
} from './adapter/panel.ts'

interface StaticPanelOptions extends Readonly<Config['panel']['static']> {
  readonly cookies: readonly string[]
  readonly hmacKey: Buffer
  readonly isProduction: boolean
  readonly homePath?: string | undefined
}

/**
 * A panel out of a table, for development and benchmarks. Throws at construction when it would be open
 * in production.
 */
export function createStaticPanel({
  open,
  sessions,
  cookies,
  hmacKey,
  isProduction,
  homePath,
}: StaticPanelOptions): Panel {
  if (open && isProduction) {
    throw new Error('panel.static.open accepts everybody and is refused in production')
  }
  const sessionKeyOf = (cookie: string) => keyedHash(hmacKey, 'static session', cookie)
  const credentials = new Map(
    sessions.map(({ cookie, credential }) => [sessionKeyOf(cookie), credential]),
  )

  const verifyNow = (cookieHeader: string | undefined, segment: Segment): PanelVerdict => {
    const given = readPanelCookies(cookieHeader, cookies)
    if (given.kind === 'malformed') return refused('cookie_malformed')
    if (given.kind === 'none') {
      return open ? granted(openPrincipal(hmacKey, segment)) : refused('cookie_missing')
    }
    const session = sessions.find(({ cookie }) =>
      given.values.some((value) => isSameSecret(value, cookie)),
    )
    if (session === undefined) {
      return open ? granted(openPrincipal(hmacKey, segment)) : refused('session_unknown')
    }
    if (!isSameSecret(segment.digits, session.segment)) return refused('segment_mismatch')
    return granted({
      sessionKey: sessionKeyOf(session.cookie),
      subject: session.subject,
      expiresAt: undefined,
    })
  }

  return {
    name: 'static',
    homePath,
    verify: async ({ cookieHeader, segment }) => verifyNow(cookieHeader, segment),
    async credential({ sessionKey }): Promise<PanelCredential> {
      const credential = credentials.get(sessionKey)
      return credential === undefined ? { kind: 'prompt' } : { kind: 'panel', ...credential }
    },
    async close() {
      // Holds nothing open.
    },
  }
}

function openPrincipal(hmacKey: Buffer, segment: Segment) {
  return {
    sessionKey: keyedHash(hmacKey, 'open segment', segment.digits),
    subject: undefined,
    expiresAt: undefined,
  }
}
