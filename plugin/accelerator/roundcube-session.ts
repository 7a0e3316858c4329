import { z } from 'zod'
import { PhpFormatError, readNamedVariables, type ForeignSession } from '../../store/index.ts'
import { isRequestToken } from '../session/request-token.ts'

/** Somebody signed in to Roundcube, as its session record tells it. */
export interface RoundcubeSession {
  readonly id: string
  readonly username: string
  readonly storageHost: string
  /** As Roundcube's `des_key` sealed it. */
  readonly sealedPassword: string
  readonly requestToken: string
  /** The browser's time zone, where it has told one. */
  readonly timeZone: string | undefined
  readonly language: string
  readonly hasQuota: boolean
  readonly view: SessionView
  /** Unix seconds of its last write. */
  readonly changed: number
}

/** What the session remembers of the page on show: later requests are answered by it. */
export interface SessionView {
  readonly mailbox: string
  readonly page: number
  /** `''` is the order of arrival. */
  readonly sortColumn: string
  readonly sortOrder: 'ASC' | 'DESC'
  /** HIGHESTMODSEQ of the mailbox on show when it was listed. */
  readonly listModseq: string | undefined
  /** What was last seen of folders, by their names in modified UTF-7. */
  readonly folders: Readonly<Record<string, { readonly cnt: number; readonly maxuid: number }>>
  readonly unseen: Readonly<Record<string, number>>
}

/** The cookies of Roundcube's session. */
export interface SessionCookies {
  readonly id: string
  /** `<auth_secret>-<time slot>`. */
  readonly proof: string
}

const NAMES = { id: 'roundcube_sessid', proof: 'roundcube_sessauth' } as const

/** The cookies of a request; undefined unless each is there exactly once. */
export function sessionCookiesOf(header: string | undefined): SessionCookies | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split(/=(.*)/s))
  const valueOf = (wanted: string) => {
    const values = pairs.flatMap(([name, value]) => (name === wanted ? [value ?? ''] : []))
    return values.length === 1 ? values[0] : undefined
  }
  const id = valueOf(NAMES.id)
  const proof = valueOf(NAMES.proof)
  return id === undefined || proof === undefined ? undefined : { id, proof }
}

/** How Roundcube tells that a session lives and is of this browser. */
interface SessionRules {
  /** Roundcube's session_lifetime. */
  readonly lifetimeMs: number
  /** Unix ms of the machine's clock, which PHP goes by. */
  readonly wall: number
  readonly clientIp: string
}

/**
 * Reads the session that the cookies prove. undefined for everything that Roundcube has to look at itself: no session,
 * nobody signed in, a cookie that it would refuse or renew, another address, variables that are not understood.
 */
export function readRoundcubeSession(
  { id, proof }: SessionCookies,
  session: ForeignSession,
  rules: SessionRules,
): RoundcubeSession | undefined {
  const variables = variablesOf(session.vars)
  if (variables === undefined) return undefined
  const { lifetimeMs, wall, clientIp } = rules
  if (wall - session.changed * 1_000 >= lifetimeMs) return undefined
  if (!isRequestToken(`${variables.auth_secret}-${timeSlot(wall, lifetimeMs)}`, proof))
    return undefined
  if (session.ip !== clientIp && !isLoopback(session.ip)) return undefined
  return {
    id,
    username: variables.username,
    storageHost: variables.storage_host,
    sealedPassword: variables.password,
    requestToken: variables.request_token,
    timeZone: variables.timezone,
    language: variables.language,
    hasQuota: variables.STORAGE_QUOTA,
    changed: session.changed,
    view: {
      mailbox: variables.mbox,
      page: variables.page,
      sortColumn: variables.sort_col,
      sortOrder: variables.sort_order,
      listModseq: variables.list_mod_seq,
      folders: variables.folders,
      unseen: variables.unseen_count,
    },
  }
}

/** Half a lifetime long; the cookie of an older slot is renewed by Roundcube, or refused. */
const SLOTS_PER_LIFETIME = 2
const MIN_LIFETIME_MS = 120_000

function timeSlot(wall: number, lifetimeMs: number): number {
  const seconds = Math.floor(Math.max(MIN_LIFETIME_MS, lifetimeMs) / SLOTS_PER_LIFETIME / 1_000)
  const now = Math.floor(wall / 1_000)
  return now - (now % seconds)
}

/** PHP behind us sees our address, unless its web server was told of us. */
function isLoopback(ip: string): boolean {
  return ip === '::1' || /^(::ffff:)?127\./.test(ip)
}

const text = z.string().min(1)
/** PHP writes an empty map as a list. */
const emptyMap = z.array(z.never()).transform(() => ({}))

const schema = z.object({
  temp: z.undefined().optional(),
  user_id: z.union([z.number(), text]),
  username: text,
  storage_host: text,
  password: text,
  auth_secret: text,
  request_token: text,
  timezone: text.optional(),
  STORAGE_QUOTA: z.boolean(),
  mbox: text,
  page: z.int().min(1),
  sort_col: z.string(),
  sort_order: z.enum(['ASC', 'DESC']),
  list_mod_seq: z.string().optional(),
  folders: z
    .record(z.string(), z.object({ cnt: z.int(), maxuid: z.int() }))
    .or(emptyMap)
    .default({}),
  unseen_count: z.record(z.string(), z.int()).or(emptyMap).default({}),
  /** A result set on show is Roundcube's affair. */
  search: z.null().optional(),
  language: z.string().default(''),
})

const VARIABLES = Object.keys(schema.shape)

function variablesOf(vars: Buffer): z.output<typeof schema> | undefined {
  try {
    const read = schema.safeParse(readNamedVariables(vars, VARIABLES))
    return read.success ? read.data : undefined
  } catch (error) {
    if (error instanceof PhpFormatError) return undefined
    throw error
  }
}
