import { z } from 'zod'
import { count, HOUR_MS, milliseconds, MINUTE_MS } from './units.ts'

const servers = z
  .array(z.strictObject({ host: z.string().min(1), port: z.int().min(1).max(65535) }))
  .min(1)

/** Of the servers that hold the data; a single one has all of it in its address. */
const redisAccess = {
  username: z.string().min(1).optional().describe('ACL user; without it the default user'),
  password: z.string().min(1).optional().describe('Password of the servers that hold the data'),
  tls: z
    .boolean()
    .default(false)
    .describe('TLS to them and to the Sentinels; a single server is named rediss://'),
}

/** `redis`: the session cache. */
export const redis = z
  .union([
    z.strictObject({
      url: z
        .string()
        .regex(/^rediss?:\/\//, 'redis:// or rediss://')
        .describe('A single server, with user, password and, as the path, its database number'),
    }),
    z.strictObject({
      sentinels: servers.describe('Hosts and ports of the Sentinels'),
      name: z.string().min(1).describe('Name of the master they watch'),
      db: z.int().min(0).default(0).describe('Database number on it'),
      ...redisAccess,
      sentinelUsername: z.string().min(1).optional().describe('ACL user of the Sentinels'),
      sentinelPassword: z.string().min(1).optional().describe('Password of the Sentinels'),
    }),
    z.strictObject({
      cluster: servers.describe('Hosts and ports of some nodes of the Cluster'),
      ...redisAccess,
    }),
  ])
  .nullable()
  .default(null)
  .describe('Session cache: a server, Sentinels or a Cluster; null keeps it in memory')

/** `database`: what users and sessions are stored in. */
export const database = z
  .strictObject({
    url: z
      .string()
      .regex(/^(sqlite:.|mysql:\/\/|postgres(ql)?:\/\/)/, 'sqlite:PATH, mysql:// or postgres://')
      .default('sqlite:./data/postern.db')
      .describe('The shared SQL database of users and sessions'),
  })
  .prefault({})

/** `session`: how long sessions live. */
export const session = z.strictObject({
  idleMs: milliseconds(MINUTE_MS, 30 * 24 * HOUR_MS)
    .default(30 * MINUTE_MS)
    .describe('A session nobody used for so long has ended'),
  absoluteMs: milliseconds(MINUTE_MS, 30 * 24 * HOUR_MS)
    .default(12 * HOUR_MS)
    .describe('A session has ended so long after its sign-in in any case'),
  secureCookie: z
    .boolean()
    .default(false)
    .describe('True behind TLS: the cookie is Secure and named __Host-…'),
})

/** `signIn`: what refused passwords cost. */
export const signIn = z.strictObject({
  lockAfter: count(1, 1_000).default(10).describe('Failures that lock the (account, address) pair'),
  windowMs: milliseconds(1_000, 24 * HOUR_MS)
    .default(15 * MINUTE_MS)
    .describe('Time in which failures are counted, and length of the soft lock'),
  accountFailuresPerHour: count(1, 100_000)
    .default(100)
    .describe('Failures of one account from all addresses in an hour'),
  secondFactor: z
    .enum(['off', 'optional', 'required'])
    .default('off')
    .describe(
      'optional: owners may set up codes of an app (TOTP) in the settings, which the sign-in form asks for after the password; required: whoever has none sets them up at the sign-in, before anything else',
    ),
  outboxCredentials: z
    .boolean()
    .default(true)
    .describe(
      'Store the password of who sends later, sealed and until the message is sent; false: it is sent while its owner is signed in',
    ),
  passkeyDomain: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'a host name in lower case')
    .nullable()
    .default(null)
    .describe(
      'Domain of passkeys, for all host names in it; null: each host name has passkeys of its own',
    ),
})
