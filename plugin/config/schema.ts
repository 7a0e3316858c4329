import { z } from 'zod'
import { parseMailAddress } from '../../proxy/address/mail-address.ts'
import { origin } from './sections/addresses.ts'
import { branding } from './sections/branding.ts'
import { contacts } from './sections/contacts.ts'
import { health } from './sections/health.ts'
import { limits } from './sections/limits.ts'
import { imap, smtp } from './sections/mail.ts'
import { migration } from './sections/migration.ts'
import { panel } from './sections/panel.ts'
import { passwordChange } from './sections/password-change.ts'
import { alerts } from './sections/alerts.ts'
import { database, redis, session, signIn } from './sections/sessions.ts'
import { count, MIB, milliseconds, MINUTE_MS } from './sections/units.ts'
import { webmailAccelerate } from './sections/webmail-accelerate.ts'
import { webmailSessions } from './sections/webmail-sessions.ts'

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    // RangeError: no such zone, which is the answer.
    return false
  }
}

function isMailAddress(text: string): boolean {
  return parseMailAddress(text) !== undefined
}

function isMailDomain(domain: string): boolean {
  return parseMailAddress(`someone@${domain}`) !== undefined
}

const address = z
  .strictObject({
    host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
    port: z.int().min(0).max(65535).describe('TCP port; 0 takes a free one'),
  })
  .or(
    z.strictObject({
      unix: z.string().min(1).describe('Path of a Unix socket'),
      everyUser: z
        .boolean()
        .default(false)
        .describe('Let every user of this machine connect, as the shim needs it'),
    }),
  )

const listen = address.prefault({ port: 8090 })
const adminListener = address.nullable().prefault({ port: 8091 })

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
  timeZone: z
    .string()
    .refine((zone) => isTimeZone(zone), 'an IANA time zone, e.g. "Europe/Berlin"')
    .default('UTC')
    .describe("Zone of dates on Roundcube's wire and in the error log"),
  pageSize: count(10, 200).default(50).describe('Messages of one list answer'),
  refreshSeconds: count(10, 3_600).default(60).describe('Seconds between two timed refreshes'),
  readAfterSeconds: count(0, 3_600)
    .default(3)
    .describe(
      'Seconds a message must be on the screen to count as read when nobody clicked on it: the next one after an act, or one passed with the keyboard',
    ),
  readAheadMessages: count(0, 20)
    .default(5)
    .describe(
      'Messages a page fetches before they are opened, while it has nothing else to do: the first in sight, or the next one. 0: none',
    ),
  readAheadBytes: count(1_024, 10_000_000)
    .default(100_000)
    .describe('Size of the largest message that is fetched so, with its attachments'),
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
  // A browser has six HTTP/1.1 connections to a host for all its tabs; requests need some of them.
  perSession: count(1, 100)
    .default(4)
    .describe('Event streams of one session; the oldest makes room, its page goes on by the timer'),
  streams: count(1, 1_000_000).default(10_000).describe('Event streams of this process at most'),
  heartbeatMs: milliseconds(1_000, 5 * MINUTE_MS)
    .default(15_000)
    .describe('A stream without news says so this often'),
  checkMs: milliseconds(1_000, MINUTE_MS)
    .default(10_000)
    .describe('How often a stream asks whether its panel session and its session still hold'),
  coalesceMs: milliseconds(0, 10_000)
    .default(100)
    .describe('Bursts of changes are told once in it'),
  lingerMs: milliseconds(0, 10 * MINUTE_MS)
    .default(MINUTE_MS)
    .describe(
      'A mailbox is watched this long without a stream, so that one that returns misses nothing',
    ),
  remembered: count(16, 100_000).default(512).describe('Events of one account kept for that'),
  bufferedBytes: count(1_024, 16 * MIB)
    .default(64 * 1024)
    .describe('A client that lets more than this pile up unread is cut'),
  spreadMs: milliseconds(0, 5 * MINUTE_MS)
    .default(10_000)
    .describe('After a restart streams come back within this time, not all at once'),
})

const compression = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('Compress JSON and HTML bodies of messages (brotli, gzip); false where a proxy does'),
  fromBytes: count(1, 16 * MIB)
    .default(2_048)
    .describe('Smaller answers go out as they are'),
  atOnce: count(1, 1_024)
    .default(8)
    .describe('Answers compressed at one time; more go out as they are'),
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
  redact: z
    .boolean()
    .default(true)
    .describe('Hide most digits of the panel segment and all tokens in logged paths'),
  slowMs: milliseconds(1, 600_000)
    .default(1_000)
    .describe('Requests that take longer are explained in the operational log'),
  waitingBytes: count(65_536, 256 * MIB)
    .default(4 * MIB)
    .describe(
      'Lines of the error log kept in memory while its disk takes none; beyond it they are lost',
    ),
  databaseRequests: count(1, 100_000)
    .default(50)
    .describe(
      'Requests whose records a locked database refuses, each with two lines of the error log, within databaseMs; the others are counted',
    ),
  databaseMs: milliseconds(100, 10 * MINUTE_MS)
    .default(10_000)
    .describe('Time after which the count is told and as many requests have lines again'),
  failuresShown: count(1, 1_000)
    .default(50)
    .describe('Failed and slow requests remembered for the status page'),
})

const audit = z.strictObject({
  file: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('File of the sign-in audit; null: the operational log, unless syslog is set'),
  syslog: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1').describe('Syslog receiver (UDP, RFC 5424)'),
      port: z.int().min(1).max(65535).default(514).describe('Its port'),
    })
    .nullable()
    .default(null)
    .describe('Sends the sign-in audit to syslog, as facility authpriv'),
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
  redis,
  database,
  session: session.prefault({}),
  signIn: signIn.prefault({}),
  passwordChange,
  limits: limits.prefault({}),
  events: events.prefault({}),
  compression: compression.prefault({}),
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
