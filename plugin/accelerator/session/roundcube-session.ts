import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  PhpFormatError,
  readNamedVariables,
  variableValues,
  type ForeignSession,
} from '../../../store/index.ts'
import { VIEW_VARIABLES } from '../../session-endpoint/view-variables.ts'
import { isRequestToken } from '../../session/request-token.ts'
import type { SortChoice } from '../request/response.ts'
import { acceptedProofs, type SessionCookies } from './session-cookies.ts'

/** A user signed in to Roundcube. */
export interface RoundcubeSession extends SignedInVariables {
  readonly id: string
  /** What it was read from. */
  readonly record: ForeignSession
  /** What the browser's cookie is to be from now on; undefined: as it is. */
  readonly renewedProof: string | undefined
}

/** What the variables of such a session tell. */
interface SignedInVariables {
  readonly username: string
  readonly storageHost: string
  /** As Roundcube's `des_key` sealed it. */
  readonly sealedPassword: string
  readonly requestToken: string
  readonly authSecret: string
  readonly language: string
  readonly view: SessionView
  /** What the plugin in Roundcube has handed over (handed-over.ts), as PHP wrote it; undefined: nothing. */
  readonly handedOver: Buffer | undefined
  /**
   * A digest of the variables that may decide how lists are written: answers were learned for one, and count for no other.
   * The next session of the same user has the same one.
   */
  readonly settings: string
}

/** What the session remembers of the page on show: later requests are answered by it. */
export interface SessionView extends SortChoice {
  readonly mailbox: string
  readonly page: number
  /** HIGHESTMODSEQ of the mailbox on show when it was listed. */
  readonly listModseq: string | undefined
  /** What was last seen of folders, by their names in modified UTF-7. */
  readonly folders: Readonly<Record<string, { readonly cnt: number; readonly maxuid: number }>>
  readonly unseen: Readonly<Record<string, number>>
  /** undefined: no result set is on show. */
  readonly search: ShownSearch | undefined
  /** How its page draws lists: the columns are there once a list was shown, whose head is told from then on. */
  readonly listAttributes: 'none' | 'without-columns' | 'with-columns'
}

/** A search whose results are on show. */
export interface ShownSearch {
  /** What requests name it by. */
  readonly id: string
  /** What was looked for, as it was typed; undefined: the session does not tell. */
  readonly text: string | undefined
  /** As PHP wrote it (result-set.ts). */
  readonly value: Buffer
}

/** How Roundcube reports that a session lives and is of this browser. */
interface SessionRules {
  /** Roundcube's session_lifetime. */
  readonly lifetimeMs: number
  /** Unix ms of the machine's clock, which PHP goes by. */
  readonly wall: number
  readonly clientIp: string
}

/**
 * Reads the session that the cookies prove. undefined for everything that Roundcube has to look at itself: no session,
 * no one signed in, a cookie that it would refuse, another address, variables that are not understood.
 */
export function readRoundcubeSession(
  { id, authProof }: SessionCookies,
  record: ForeignSession,
  rules: SessionRules,
): RoundcubeSession | undefined {
  const variables = variablesOf(record)
  if (variables === undefined) return undefined
  const { lifetimeMs, wall, clientIp } = rules
  if (wall - record.changed * 1_000 >= lifetimeMs) return undefined
  const proofs = acceptedProofs(variables.authSecret, wall, lifetimeMs)
  const accepted = proofs.find((cached) => isRequestToken(cached, authProof))
  if (accepted === undefined) return undefined
  if (record.ip !== clientIp && !isLoopback(record.ip)) return undefined
  return {
    ...variables,
    id,
    record,
    renewedProof: accepted === proofs[0] ? undefined : proofs[0],
  }
}

/** Whose session it is: known from the sign-in on, before the first page makes the other variables. */
export function usernameIn({ vars }: ForeignSession): string | undefined {
  try {
    const { username } = readNamedVariables(vars, ['username'])
    return typeof username === 'string' && username !== '' ? username : undefined
  } catch (error) {
    if (error instanceof PhpFormatError) return undefined
    throw error
  }
}

/** PHP behind us sees our address, unless its web server was told of us. */
export function isLoopback(ip: string): boolean {
  return ip === '::1' || /^(::ffff:)?127\./.test(ip)
}

const text = z.string().min(1)
/** PHP writes an empty map as a list. */
const emptyMap = z.array(z.never()).transform(() => ({}))

/** Of a folder that is not there PHP writes `false` for the number of its messages. */
const lookedAt = z.object({
  cnt: z.int().or(z.literal(false)),
  maxuid: z.int().or(z.literal(false)),
})

function foldersThere(folders: Readonly<Record<string, z.infer<typeof lookedAt>>>) {
  const there: Record<string, { readonly cnt: number; readonly maxuid: number }> = {}
  for (const [name, { cnt, maxuid }] of Object.entries(folders)) {
    if (cnt !== false && maxuid !== false) there[name] = { cnt, maxuid }
  }
  return there
}

const schema = z.object({
  temp: z.undefined().optional(),
  user_id: z.union([z.number(), text]),
  username: text,
  storage_host: text,
  password: text,
  auth_secret: text,
  request_token: text,
  mbox: text,
  page: z.int().min(1).default(1),
  sort_col: z.string(),
  sort_order: z.enum(['ASC', 'DESC']),
  list_mod_seq: z.string().optional(),
  folders: z.record(z.string(), lookedAt).or(emptyMap).transform(foldersThere).default({}),
  unseen_count: z.record(z.string(), z.int()).or(emptyMap).default({}),
  language: z.string().default(''),
  search_request: z.string().nullish(),
  last_text_search: z.string().optional().catch(undefined),
  list_attrib: z
    .object({ columns: z.array(z.string()).optional() })
    .optional()
    .catch(undefined),
})

const VARIABLES = Object.keys(schema.shape)

/** Reading one is a fifth of a hot request; the store gives the same object until there is a newer one. */
const readBefore = new WeakMap<
  ForeignSession,
  { readonly reported: SignedInVariables | undefined }
>()

function variablesOf(record: ForeignSession): SignedInVariables | undefined {
  const cached = readBefore.get(record)
  if (cached !== undefined) return cached.reported
  const reported = reportedBy(record.vars)
  readBefore.set(record, { reported })
  return reported
}

function reportedBy(vars: Buffer): SignedInVariables | undefined {
  const { variables, values } = readBoth(vars) ?? {}
  if (variables === undefined || values === undefined) return undefined
  return {
    username: variables.username,
    storageHost: variables.storage_host,
    sealedPassword: variables.password,
    requestToken: variables.request_token,
    authSecret: variables.auth_secret,
    language: variables.language,
    settings: settingsOf(values),
    handedOver: values.get(PLUGIN_VARIABLE),
    view: {
      mailbox: variables.mbox,
      page: variables.page,
      sortColumn: variables.sort_col,
      sortOrder: variables.sort_order,
      listModseq: variables.list_mod_seq,
      folders: variables.folders,
      unseen: variables.unseen_count,
      search: searchOf(values.get('search'), variables),
      listAttributes: listAttributesOf(variables),
    },
  }
}

function listAttributesOf({ list_attrib: list }: z.infer<typeof schema>) {
  if (list === undefined) return 'none'
  return list.columns === undefined ? 'without-columns' : 'with-columns'
}

/** The session's variables, and all of them as PHP wrote them. */
function readBoth(vars: Buffer) {
  try {
    const read = schema.safeParse(readNamedVariables(vars, VARIABLES))
    return read.success ? { variables: read.data, values: variableValues(vars) } : undefined
  } catch (error) {
    if (error instanceof PhpFormatError) return undefined
    throw error
  }
}

function searchOf(
  value: Buffer | undefined,
  { search_request: id, last_text_search: text }: z.infer<typeof schema>,
): ShownSearch | undefined {
  if (value === undefined || NO_SEARCH.has(value.toString('latin1', 0, 8))) return undefined
  return { id: id ?? '', text, value }
}

/** As PHP writes that there is none. */
const NO_SEARCH: ReadonlySet<string> = new Set(['N;', 'b:0;'])

/** Of the plugin (plugin/roundcube-plugin/postern.php). */
export const PLUGIN_VARIABLE = 'postern'

/**
 * What changes while lists are written the same way, besides the view: searches, messages opened and written, contacts, what
 * the mail server was seen to be able to (`STORAGE_`), the list's columns, which its responses show (`list_attrib`), and what
 * is new with each sign-in.
 */
const OF_NO_LIST = new RegExp(
  `^(${[
    ...['(last_text_)?search(_.*)?', 'safe_messages', 'compose_data_.*', 'task', 'list_attrib'],
    ...['contact_search(_.*)?', 'writeable_abook', 'STORAGE_.*', PLUGIN_VARIABLE],
    ...['password', 'login_time', 'auth_secret', 'request_token'],
  ].join('|')})$`,
)

function settingsOf(values: ReadonlyMap<string, Buffer>): string {
  const digest = createHash('sha256')
  for (const name of [...values.keys()].sort()) {
    if (!VIEW_VARIABLES.has(name) && !OF_NO_LIST.test(name))
      digest.update(`${name}|`).update(values.get(name) ?? '')
  }
  return digest.digest('base64url')
}
