import { z } from 'zod'
import { parseMailAddress } from '../../proxy/address/mail-address.ts'
import { FIELD_LIMITS } from '../settings/field-limits.ts'
import { hostAndPort, origin } from './sections/addresses.ts'
import { branding } from './sections/branding.ts'
import { contacts } from './sections/contacts.ts'
import { health } from './sections/health.ts'
import { limits } from './sections/limits.ts'
import { imap, smtp } from './sections/mail.ts'
import { migration } from './sections/migration.ts'
import { sieve } from './sections/sieve.ts'
import { panel } from './sections/panel.ts'
import { passwordChange } from './sections/password-change.ts'
import { alerts } from './sections/alerts.ts'
import { database, redis, session, signIn } from './sections/sessions.ts'
import { count } from './sections/units.ts'
import { webmailAccelerate } from './sections/webmail-accelerate.ts'
import { webmailSessions } from './sections/webmail-sessions.ts'
import { isTimeZone } from '../language/time-zone.ts'

function isMailAddress(text: string): boolean {
  return parseMailAddress(text) !== undefined
}

function isMailDomain(domain: string): boolean {
  return parseMailAddress(`someone@${domain}`) !== undefined
}

const tcp = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  port: z.int().min(0).max(65535).describe('TCP port; 0 takes a free one'),
})
const unix = z.strictObject({ unix: z.string().min(1).describe('Path of a Unix socket') })
const everyUser = z
  .boolean()
  .default(false)
  .describe('Let every user of this machine connect, as the shim needs it')

const listen = tcp.or(unix.extend({ everyUser })).prefault({ port: 8090 })
const adminListener = tcp.or(unix).nullable().prefault({ port: 8091 })

const webmail = z.strictObject({
  app: z
    .string()
    .regex(/^[a-z0-9_-]{1,64}$/, 'letters, digits, - and _')
    .default('roundcube')
    .describe('Directory name in /<segment>/3rdparty/<app>/'),
  mode: z
    .enum(['standalone', 'accelerate'])
    .default('standalone')
    .describe('Own interface, or in front of another webmail'),
  upstream: origin
    .nullable()
    .default(null)
    .describe('The webmail behind Postern in accelerate mode'),
  productName: z.string().min(1).max(64).default('Postern').describe('Name shown to users'),
  mailDomain: z
    .string()
    .refine((domain) => isMailDomain(domain), 'a domain, e.g. "example.com"')
    .nullable()
    .default(null)
    .describe('Domain of the sender where sign-in names have none and the panel names none'),
  internalDomains: z
    .array(z.string().refine((domain) => isMailDomain(domain), 'a domain, e.g. "example.com"'))
    .max(100)
    .default([])
    .describe('Recipients of other domains are marked as external; none: nobody is'),
  authservIds: z
    .array(z.string().regex(/^[^\s;"()]{1,253}$/, 'an authserv-id, e.g. "mx.example.com"'))
    .max(20)
    .default([])
    .describe(
      'Names in Authentication-Results of your mail servers, which remove forged ones (RFC 8601 5): what they found of SPF, DKIM and DMARC is shown',
    ),
  timeZone: z
    .string()
    .refine((zone) => isTimeZone(zone), 'an IANA time zone, e.g. "Europe/Berlin"')
    .default('UTC')
    .describe("Zone of dates on Roundcube's wire and in the error log"),
  pageSize: count(10, 200).default(50).describe('Messages of one list answer'),
  undoSeconds: count(0, FIELD_LIMITS.undoSeconds)
    .default(10)
    .describe('Time to undo sending, where the owner has chosen none; 0: sent at once'),
  sessions: webmailSessions,
  accelerate: webmailAccelerate.prefault({}),
})

const identities = z.strictObject({
  anyAddress: z
    .boolean()
    .default(false)
    .describe(
      'An owner may write as any address; the mail server has to refuse what is not theirs',
    ),
  aliases: z
    .record(z.string(), z.array(z.string().refine(isMailAddress, 'an address')))
    .default({})
    .describe('Addresses an owner may write as beside their own, by their own address'),
})

const events = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('Tell the page of new mail at once (server-sent events); false leaves it the timer'),
})

const log = z.strictObject({
  level: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Level of the structured operational log on standard output'),
  requestIdBrackets: z
    .boolean()
    .default(false)
    .describe("Write the request id as <a39eb5f3>, as Roundcube's log readers expect"),
})

const audit = z.strictObject({
  file: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('File of the sign-in audit; null: the operational log, unless syslog is set'),
  syslog: hostAndPort
    .nullable()
    .default(null)
    .describe(
      'Syslog receiver of the sign-in audit (UDP, RFC 5424, facility authpriv), e.g. "127.0.0.1:514"',
    ),
})

/** The whole configuration (plugin/docs/settings.md). Unknown keys are errors; every limit has its unit and default here. */
export const configSchema = z.strictObject({
  listen: listen.describe('Where the panel or the web server reaches Postern'),
  private: adminListener.describe('Health and metrics; null switches it off'),
  instances: z
    .enum(['single', 'several'])
    .default('single')
    .describe(
      'several: others serve the same address; needs redis, a database server and credentialsDir',
    ),
  panel: panel.prefault({}),
  webmail: webmail.prefault({}),
  identities: identities.prefault({}),
  contacts: contacts.prefault({}),
  migration: migration.prefault({}),
  branding,
  imap: imap.prefault({}),
  smtp: smtp.prefault({}),
  sieve,
  redis,
  database,
  session: session.prefault({}),
  signIn: signIn.prefault({}),
  passwordChange,
  limits: limits.prefault({}),
  events: events.prefault({}),
  log: log.prefault({}),
  health: health.prefault({}),
  audit: audit.prefault({}),
  alerts: alerts.prefault({}),
  dataDir: z.string().min(1).default('./data').describe('Private spool and keys'),
  credentialsDir: z
    .string()
    .nullable()
    .default(null)
    .describe('Directory of secrets; default: systemd credentials, else <dataDir>/keys'),
  errorLog: z.string().min(1).default('./data/error.log').describe('Error log (specification 7)'),
})

export type Config = z.output<typeof configSchema>
