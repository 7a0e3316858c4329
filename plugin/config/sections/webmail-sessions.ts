import { z } from 'zod'
import { HOUR_MS, milliseconds, MINUTE_MS } from './units.ts'

const bounds = {
  lifetimeMs: milliseconds(MINUTE_MS, 30 * 24 * HOUR_MS)
    .default(10 * MINUTE_MS)
    .describe(
      "Roundcube's session_lifetime: how long a session lives that Roundcube wrote into the table itself",
    ),
  roundcubeConfig: z
    .string()
    .startsWith('/', 'an absolute path')
    .default('/etc/roundcube/config.inc.php')
    .describe('Configuration of that Roundcube, at which doctor and uninstaller look'),
}

/** `webmail.sessions`: the session endpoint for an unmodified Roundcube. */
export const webmailSessions = z
  .union([
    z.strictObject({
      host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
      port: z.int().min(0).max(65535).describe('TCP port; 0 takes a free one'),
      ...bounds,
    }),
    z.strictObject({
      unix: z.string().min(1).describe('Path of a Unix socket'),
      everyUser: z
        .boolean()
        .default(false)
        .describe('Let every user of this machine connect, as PHP may run as any of them'),
      ...bounds,
    }),
  ])
  .nullable()
  .default(null)
  .describe("Session endpoint for Roundcube (session_storage 'redis'); null: none")
