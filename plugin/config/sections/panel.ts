import { z } from 'zod'
import { addressRange, origin } from './addresses.ts'

/** `panel`: which panel there is, and how its sessions are verified. */
export const panel = z.strictObject({
  adapter: z
    .enum(['static', 'http', 'shim', 'cpanel'])
    .default('static')
    .describe('How panel sessions are verified'),
  segmentLetters: z
    .string()
    .regex(/^[a-z]{1,32}$/, 'one to 32 lower-case ASCII letters')
    .default('cpsess')
    .describe('Letters in front of the ten digits of the panel segment'),
  upstream: origin
    .nullable()
    .default(null)
    .describe('The panel: everything that is not the webmail path goes there'),
  homePath: z
    .string()
    .regex(/^\/(?![/\\])/, 'a local path')
    .nullable()
    .default(null)
    .describe('Where a person signs in to the panel again'),
  trustedProxies: z
    .array(addressRange)
    .default([])
    .describe('Addresses or CIDR ranges whose X-Forwarded-For is believed'),
  static: z
    .strictObject({
      open: z
        .boolean()
        .default(false)
        .describe('Accept every well-formed segment without a cookie; refused in production'),
      sessions: z
        .array(
          z.strictObject({
            segment: z.string().regex(/^\d{10}$/, 'ten digits'),
            cookie: z.string().min(16),
            subject: z.string().optional(),
            credential: z.strictObject({ user: z.string(), password: z.string() }).optional(),
          }),
        )
        .default([])
        .describe('Panel sessions of a development set-up'),
    })
    .prefault({}),
  http: z
    .strictObject({
      authUrl: z
        .url({ protocol: /^https?$/ })
        .nullable()
        .default(null)
        .describe('Sub-request that verifies a panel session: 2xx is yes'),
      cookies: z
        .array(z.string().regex(/^[A-Za-z0-9_-]+$/))
        .min(1)
        .default(['cpsession', 'webmailsession', 'whostmgrsession'])
        .describe("Names of the panel's own cookies: the only ones the panel is sent"),
    })
    .prefault({}),
  shim: z
    .strictObject({
      accountsFile: z
        .string()
        .min(1)
        .default('/etc/postern/shim/accounts.json')
        .describe('Keys and domains of the hosting accounts, written by update-accounts'),
    })
    .prefault({}),
  cpanel: z
    .strictObject({
      socket: z
        .string()
        .min(1)
        .default('/run/postern-cpanel/helper.sock')
        .describe('Unix socket of the helper that reads session files'),
      sessionsDir: z
        .string()
        .min(1)
        .default('/var/cpanel/sessions')
        .describe('Where the panel keeps raw/, cache/ and preauth/'),
      addressCheck: z
        .enum(['strict', 'loose', 'disabled'])
        .default('strict')
        .describe('Same address, same /24 (IPv6 /64), or any; as cookieipvalidation of the panel'),
      requireSecondFactor: z
        .boolean()
        .default(false)
        .describe('Refuse sessions whose second factor the panel has not noted'),
    })
    .prefault({}),
  master: z
    .strictObject({
      user: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,64}$/, 'letters, digits, . _ and -')
        .describe('Dovecot master user; its password is imap-master.secret beside the keys'),
      separator: z
        .string()
        .length(1)
        .nullable()
        .default(null)
        .describe('auth_master_user_separator; null signs in with a SASL authorization identity'),
    })
    .nullable()
    .default(null)
    .describe('Signs mailbox owners in where the panel hands no password over'),
})
