import { z } from 'zod'
import { parseMailAddress } from '../../proxy/address/mail-address.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MIB = 1024 * 1024

/** Longest setting of `limits.drainMs`: what stops a Postern waits longer. */
export const LONGEST_DRAIN_MS = MINUTE_MS

const milliseconds = (least: number, most: number) => z.int().min(least).max(most)
const count = (least: number, most: number) => z.int().min(least).max(most)

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    // RangeError: no such zone, which is the answer.
    return false
  }
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

const transport = z
  .union([z.boolean(), z.literal('starttls')])
  .describe('false: plain; true: TLS from the first byte; "starttls": upgrade before signing in')

const listen = address.prefault({ port: 8090 })
const adminListener = address.nullable().prefault({ port: 8091 })

const panel = z.strictObject({
  adapter: z
    .enum(['static', 'http', 'shim', 'cpanel'])
    .default('static')
    .describe('How panel sessions are verified'),
  segmentLetters: z
    .string()
    .regex(/^[a-z]{1,32}$/, 'one to 32 lower-case ASCII letters')
    .default('cpsess')
    .describe('Letters in front of the ten digits of the panel segment'),
  upstream: z
    .url({ protocol: /^https?$/ })
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
    .array(z.string())
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
      timeoutMs: milliseconds(100, 30_000).default(3_000).describe('Time limit of the sub-request'),
      positiveCacheMs: milliseconds(0, 30_000).default(10_000).describe('How long a yes is kept'),
      negativeCacheMs: milliseconds(0, 2_000).default(2_000).describe('How long a no is kept'),
      cacheEntries: count(1, 1_000_000).default(20_000).describe('Verdicts kept at most'),
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
      clockSkewMs: milliseconds(1_000, 5 * MINUTE_MS)
        .default(30_000)
        .describe('How old a signature of the shim may be'),
      requestsPerAccount: count(100, 10_000_000)
        .default(20_000)
        .describe('Signed requests of one account within twice that time'),
    })
    .prefault({}),
  cpanel: z
    .strictObject({
      socket: z
        .string()
        .min(1)
        .default('/run/postern-cpanel/helper.sock')
        .describe('Unix socket of the helper that reads session files'),
      socketUid: z
        .int()
        .min(0)
        .nullable()
        .default(null)
        .describe('User id that owns the socket; null leaves it to whoever starts the helper'),
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
      idleMs: milliseconds(MINUTE_MS, 30 * 24 * HOUR_MS)
        .nullable()
        .default(null)
        .describe('A session file not written for so long has ended; null: the panel removes it'),
      absoluteMs: milliseconds(MINUTE_MS, 30 * 24 * HOUR_MS)
        .default(24 * HOUR_MS)
        .describe('A panel session has ended so long after its sign-in in any case'),
      cookies: z
        .array(z.string().regex(/^[A-Za-z0-9_-]+$/))
        .min(1)
        .default(['webmailsession', 'cpsession'])
        .describe('Names of cookies that carry a session name'),
      timeoutMs: milliseconds(100, 30_000).default(2_000).describe('Time limit of the helper'),
      positiveCacheMs: milliseconds(0, 10_000).default(5_000).describe('How long a yes is kept'),
      negativeCacheMs: milliseconds(0, 2_000).default(1_000).describe('How long a no is kept'),
      cacheEntries: count(1, 1_000_000).default(20_000).describe('Verdicts kept at most'),
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
  upstream: z
    .url({ protocol: /^https?$/ })
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
})

const imap = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('IMAP server'),
  port: z.int().min(1).max(65535).default(143).describe('IMAP port'),
  tls: transport.default(false),
  rejectUnauthorized: z.boolean().default(true).describe('Refuse an invalid server certificate'),
  connectionsPerAccount: count(1, 10)
    .default(2)
    .describe('Hard budget of connections of one mailbox owner'),
  connections: count(1, 100_000).default(8_000).describe('Connections of this process at most'),
  waiting: count(1, 100_000).default(2_000).describe('Requests that may wait for a connection'),
  proofs: count(1, 10_000)
    .default(200)
    .describe('Sign-ins with a password not proven before that the server judges at one time'),
  proofsPerAccount: count(1, 100)
    .default(4)
    .describe('Of these for one mailbox; one client address has half of them at most'),
  verifyMs: milliseconds(10_000, HOUR_MS)
    .nullable()
    .default(MINUTE_MS)
    .describe(
      'A password in use is asked about again within this time, so that a changed one ends its sessions; null never asks, for passwords that hold once',
    ),
  verifiesPerSecond: count(1, 10_000)
    .default(20)
    .describe('Such checks at most; what is over is checked later'),
  idleCloseMs: milliseconds(1_000, 24 * HOUR_MS)
    .default(10 * MINUTE_MS)
    .describe('A connection nobody used for so long is closed'),
  restMs: milliseconds(1_000, HOUR_MS)
    .default(30_000)
    .describe(
      'A connection that was silent for so long is confirmed by NOOP before it is used: a firewall may have forgotten it',
    ),
  confirmMs: milliseconds(100, 60_000)
    .default(2_000)
    .describe(
      'Limit of that NOOP besides two round trips, after which another connection takes over',
    ),
  limitWaitMs: milliseconds(0, 60_000)
    .default(5_000)
    .describe('Wait while the server allows a mailbox owner no more connections'),
  watchLingerMs: milliseconds(0, HOUR_MS)
    .default(60_000)
    .describe('A mailbox is watched for so long after the last page was closed'),
  watchPollMs: milliseconds(1_000, HOUR_MS)
    .default(10_000)
    .describe('Pause between two readings of the counts where the server has no NOTIFY'),
  watchConfirmMs: milliseconds(10_000, HOUR_MS)
    .default(MINUTE_MS)
    .describe('Pause between two readings of names and counts where it has'),
  answerMs: milliseconds(500, 60_000)
    .default(9_000)
    .describe('Somebody who waits is told after so long without a sign of life from the server'),
  connectTimeoutMs: milliseconds(500, 60_000)
    .default(10_000)
    .describe('Longest silence of the server at connect, greeting, TLS and sign-in'),
  commandTimeoutMs: milliseconds(1_000, 600_000)
    .default(30_000)
    .describe(
      'Longest silence of the server over one command, after which its connection is given up',
    ),
  searchMs: milliseconds(1_000, HOUR_MS)
    .default(10 * MINUTE_MS)
    .describe('The same over one search: without an index a large mailbox takes minutes'),
  lineBytes: count(64 * 1024, 256 * MIB)
    .default(8 * MIB)
    .describe(
      'One answer of the server without its literals; the order of a mailbox takes 9 bytes a message. Over this limit or one of the next three the connection ends',
    ),
  literalBytes: count(MIB, 256 * MIB)
    .default(32 * MIB)
    .describe('The literals of one answer together'),
  nesting: count(50, 100_000)
    .default(1_000)
    .describe('Lists within lists in one answer: two for each multipart around a part'),
  listItems: count(10_000, 10_000_000)
    .default(300_000)
    .describe('Values in one answer; a part of a message takes about 20, a recipient 6'),
})

const smtp = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('Submission server'),
  port: z.int().min(1).max(65535).default(25).describe('Submission port'),
  tls: transport.default(false),
  rejectUnauthorized: z.boolean().default(true).describe('Refuse an invalid server certificate'),
  auth: z
    .enum(['none', 'user'])
    .default('none')
    .describe("Sign in with the mailbox owner's password, or not at all"),
  answerMs: milliseconds(500, 60_000)
    .default(9_000)
    .describe(
      'Somebody who waits is told after so long without an answer, until the message is wanted',
    ),
  timeoutMs: milliseconds(1_000, 600_000)
    .default(60_000)
    .describe('Longest silence of the server while it takes the message'),
  connections: count(1, 1_000).default(20).describe('Connections at most'),
})

const servers = z
  .array(z.strictObject({ host: z.string().min(1), port: z.int().min(1).max(65535) }))
  .min(1)

/** Of the servers that hold the data; a single one has all of it in its address. */
const redisAccess = {
  username: z.string().min(1).optional().describe('ACL user; without it the default user'),
  password: z.string().min(1).optional().describe('Password of the servers that hold the data'),
  tls: z.boolean().default(false).describe('TLS to them; a single server is named rediss://'),
}

const redisLimit = {
  timeoutMs: milliseconds(100, 30_000)
    .default(250)
    .describe('A command waits so long for Redis; then the stores behind it answer'),
}

const redis = z
  .union([
    z.strictObject({
      url: z
        .string()
        .regex(/^rediss?:\/\//, 'redis:// or rediss://')
        .describe('A single server, with user, password and, as the path, its database number'),
      ...redisLimit,
    }),
    z.strictObject({
      sentinels: servers.describe('Hosts and ports of the Sentinels'),
      name: z.string().min(1).describe('Name of the master they watch'),
      db: z.int().min(0).default(0).describe('Database number on it'),
      ...redisAccess,
      sentinelUsername: z.string().min(1).optional().describe('ACL user of the Sentinels'),
      sentinelPassword: z.string().min(1).optional().describe('Password of the Sentinels'),
      sentinelTls: z.boolean().default(false).describe('TLS to the Sentinels'),
      ...redisLimit,
    }),
    z.strictObject({
      cluster: servers.describe('Hosts and ports of some nodes of the Cluster'),
      ...redisAccess,
      ...redisLimit,
    }),
  ])
  .nullable()
  .default(null)
  .describe('Session cache: a server, Sentinels or a Cluster; null keeps it in memory')

const database = z
  .strictObject({
    url: z
      .string()
      .regex(/^(sqlite:|mysql:\/\/|postgres(ql)?:\/\/)/, 'sqlite:PATH, mysql:// or postgres://')
      .default('sqlite:./data/postern.db')
      .describe('The shared SQL database of users and sessions'),
    readTimeoutMs: milliseconds(100, 30_000)
      .default(1_000)
      .describe('A request waits so long for a session that only the database has'),
    timeoutMs: milliseconds(1_000, 600_000)
      .default(10_000)
      .describe('Limit of one transaction; after it the connection to a server is given up'),
  })
  .prefault({})

const session = z.strictObject({
  idleMs: milliseconds(MINUTE_MS, 30 * 24 * HOUR_MS)
    .default(30 * MINUTE_MS)
    .describe('A session nobody used for so long has ended'),
  absoluteMs: milliseconds(MINUTE_MS, 30 * 24 * HOUR_MS)
    .default(12 * HOUR_MS)
    .describe('A session has ended so long after its sign-in in any case'),
  preLoginMs: milliseconds(MINUTE_MS, HOUR_MS)
    .default(10 * MINUTE_MS)
    .describe('Lifetime of a session before the sign-in'),
  secureCookie: z
    .boolean()
    .default(false)
    .describe('True behind TLS: the cookie is Secure and named __Host-…'),
  perBrowser: count(1, 50)
    .default(10)
    .describe('Sessions one browser keeps at a time under TLS, each under another path segment'),
})

const signIn = z.strictObject({
  delaysMs: z
    .array(milliseconds(0, 60_000))
    .min(1)
    .default([0, 0, 1_000, 2_000, 4_000, 8_000, 15_000])
    .describe('Delay before the answer to the n-th failure of an account from one address'),
  lockAfter: count(1, 1_000).default(10).describe('Failures that lock the (account, address) pair'),
  windowMs: milliseconds(1_000, 24 * HOUR_MS)
    .default(15 * MINUTE_MS)
    .describe('Time in which failures are counted, and length of the soft lock'),
  accountFailuresPerHour: count(1, 100_000)
    .default(100)
    .describe('Failures of one account from all addresses in an hour'),
  trackedPairs: count(100, 10_000_000).default(100_000).describe('Pairs remembered at most'),
  waiting: count(1, 100_000)
    .default(500)
    .describe('Answers that may be held back, and sign-ins that may wait for one of their pair'),
  waitingPerPair: count(1, 10_000)
    .default(20)
    .describe('Sign-ins to one account from one address that may wait for each other'),
})

const limits = z.strictObject({
  requestMs: milliseconds(1_000, 600_000)
    .default(120_000)
    .describe('Time limit of the work on one request; uploads and downloads are not counted'),
  silenceMs: milliseconds(1_000, 600_000)
    .default(60_000)
    .describe('An upload or a download in which nothing moves for so long is ended'),
  silenceBytes: count(1, MIB)
    .default(1_024)
    .describe('An upload that brings fewer bytes in that time counts as silent'),
  firstAnswersMs: milliseconds(10, 60_000)
    .default(1_000)
    .describe('Time the application page waits for the first list to come along with it'),
  headersMs: milliseconds(1_000, 60_000)
    .default(10_000)
    .describe('Time to send the headers; a connection that says nothing is closed after it'),
  // nginx keeps its connections for 60 s: closed by us first, one of its requests would fail now and then.
  keepAliveMs: milliseconds(1_000, 600_000)
    .default(75_000)
    .describe(
      'A connection that asks nothing more is closed after it; longer than a proxy in front keeps it',
    ),
  // Node keeps 1,000 fields of a head and its parser goes by all of them: whoever checks must see all.
  headerFields: count(20, 900)
    .default(200)
    .describe('Header fields of a request; one with more is refused and its connection closed'),
  formBytes: count(1_024, 16 * MIB)
    .default(MIB)
    .describe('Size of a form body'),
  formFields: count(50, 10_000).default(200).describe('Fields of a form, files not counted'),
  formParseMs: milliseconds(100, 60_000)
    .default(5_000)
    .describe('Work on taking one form with files apart; the time its bytes take is not counted'),
  messageBytes: count(64 * 1024, 1024 * MIB)
    .default(32 * MIB)
    .describe('Size of an outgoing message with its attachments'),
  attachments: count(1, 1_000).default(100).describe('Attachments of an outgoing message'),
  recipients: count(1, 10_000).default(500).describe('Recipients of an outgoing message'),
  uploadBytes: count(64 * 1024, 16 * 1024 * MIB)
    .default(128 * MIB)
    .describe(
      'Uploads read into memory at one time, all users together; one holds as much as is free at most',
    ),
  inlineImageBytes: count(1_024, 64 * MIB)
    .default(MIB)
    .describe('One image shown inside an HTML body'),
  inlineImagesBytes: count(1_024, 256 * MIB)
    .default(8 * MIB)
    .describe('All images shown inside one HTML body'),
  textBytes: count(1_024, 64 * MIB)
    .default(512 * 1024)
    .describe('Plain text shown of a message'),
  htmlBytes: count(1_024, 64 * MIB)
    .default(2 * MIB)
    .describe('HTML rendered of a message'),
  renderMs: milliseconds(100, 60_000).default(2_000).describe('Time to render an HTML body'),
  // A worker that can not even load its modules would be started over and over.
  renderMemoryMiB: count(96, 4_096)
    .default(512)
    .describe(
      'Memory of one rendering worker (specification 8); a message that takes more is shown as plain text',
    ),
  renderWorkers: count(1, 64).default(2).describe('Rendering workers'),
  renderWaitMs: milliseconds(1_000, 60_000)
    .default(15_000)
    .describe('Longest wait for a rendering worker; then the page asks again'),
  renderWaiting: count(1, 10_000)
    .default(100)
    .describe('HTML bodies that may wait for a rendering worker'),
  renderWaitingPerPerson: count(1, 10_000).default(20).describe('Of these for one person'),
  renderKeepMiB: count(0, 1024 * 1024)
    .default(480)
    .describe(
      'A rendering worker is kept while people are signed in and this process takes no more memory; 0 keeps none',
    ),
  summaryEntries: count(1_000, 100_000_000)
    .default(200_000)
    .describe('Message summaries kept in memory by this process'),
  accounts: count(10, 1_000_000)
    .default(20_000)
    .describe('Accounts whose recent searches are remembered'),
  sendsKept: count(1_000, 10_000_000)
    .default(100_000)
    .describe('Sent messages remembered, so that none is sent twice unasked; the oldest go first'),
  sendsKeptMs: milliseconds(HOUR_MS, 30 * 24 * HOUR_MS)
    .default(3 * 24 * HOUR_MS)
    .describe('How long they are remembered'),
  unfiledBytes: count(0, 8 * MIB)
    .default(MIB)
    .describe(
      'Copies of sent messages that the server keeps for one owner, until the mail server takes them into Sent; larger ones only the open page keeps',
    ),
  views: count(100, 10_000_000).default(20_000).describe('Session-mailbox views remembered'),
  spoolBytes: count(MIB, 1024 * 1024 * MIB)
    .default(512 * MIB)
    .describe('Size of the private spool; above it new sessions are refused until rows drain'),
  drainMs: milliseconds(100, LONGEST_DRAIN_MS)
    .default(10_000)
    .describe('Time to finish at a graceful stop'),
  sockets: count(10, 1_000_000).default(20_000).describe('Client connections at most'),
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
  imap: imap.prefault({}),
  smtp: smtp.prefault({}),
  redis,
  database,
  session: session.prefault({}),
  signIn: signIn.prefault({}),
  limits: limits.prefault({}),
  events: events.prefault({}),
  compression: compression.prefault({}),
  log: log.prefault({}),
  dataDir: z.string().min(1).default('./data').describe('Private spool and keys'),
  credentialsDir: z
    .string()
    .nullable()
    .default(null)
    .describe('Directory of secrets; default: systemd credentials, else <dataDir>/keys'),
  errorLog: z.string().min(1).default('./data/error.log').describe('Error log (specification 7)'),
})

export type Config = z.output<typeof configSchema>
