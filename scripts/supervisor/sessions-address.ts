import type { Config } from '../../plugin/config/schema.ts'

/**
 * Where a socket is held for the session endpoint; null where there is none, or its port is one that is free by then:
 * Postern opens such a one itself.
 */
export function sessionsAddress({ webmail: { sessions } }: Config): Config['listen'] | null {
  if (sessions === null) return null
  if ('unix' in sessions) return { unix: sessions.unix, everyUser: sessions.everyUser }
  return sessions.port === 0 ? null : { host: sessions.host, port: sessions.port }
}
