import { z } from 'zod'
import type { SignInFacts } from '../../proxy/mail/index.ts'
import type { DocumentOwner, SessionVariables } from '../../store/index.ts'
import { readFolderUses, writeFolderUses, type FolderUses } from '../settings/folder-choices.ts'

/** Fields of every session: before and after the sign-in. */
interface SessionBase {
  readonly requestToken: string
  /**
   * Hash of panel session, segment and subject: a session is of no use under another panel login. Empty in
   * a record of another program until its first request.
   */
  readonly binding: string
  readonly language: string
}

export interface AnonymousSession extends SessionBase {
  readonly kind: 'anonymous'
}

export interface SignedInSession extends SessionBase {
  readonly kind: 'signed-in'
  readonly userId: number
  /** The mailbox it is about. */
  readonly username: string
  /** The name that the mail servers get; a master user's or temporary user's name may differ. */
  readonly loginName: string
  readonly storageHost: string
  readonly storagePort: number
  /** null when IMAP is not under TLS (spec 2.3). */
  readonly storageSsl: 'ssl' | 'tls' | null
  /** Sealed; see store/seal/seal.ts. */
  readonly password: string
  readonly authorizationId: string | undefined
  /** Unix seconds. */
  readonly loginTime: number
  readonly facts: SignInFacts
  readonly folderUses: FolderUses
  /** A second factor was shown or set up in it, or its sign-in was the panel's. */
  readonly isFactorDone: boolean
  /** The panel signed in, without a password of the user: it would again. */
  readonly isByPanel: boolean
}

/** Who owns what a signed-in session reads and changes: settings, contacts, sessions, the second factor. */
export function mailboxOwner({
  username,
  storageHost,
}: Pick<SignedInSession, 'username' | 'storageHost'>): DocumentOwner {
  return { username, mailHost: storageHost }
}

/**
 * A user whose password was right and who has not shown the second factor yet. It opens nothing: it is kept as a session before
 * the sign-in, also for other programs and for instances that know nothing of it.
 */
export interface AwaitingSession extends SessionBase {
  readonly kind: 'awaiting-factor'
  readonly username: string
  /** Sealed, as that of a signed-in session. */
  readonly password: string
}

export type WebmailSession = AnonymousSession | AwaitingSession | SignedInSession

const SKIN = 'postern'

const pairs = z.array(z.tuple([z.string(), z.string()])).nullable()

const anonymousVariables = z.object({
  temp: z.literal(true),
  language: z.string(),
  request_token: z.string().length(32),
  postern_binding: z.string().default(''),
})

const awaitingVariables = anonymousVariables.extend({
  postern_awaiting: z.strictObject({ user: z.string(), sealed: z.string() }),
})

const signedInVariables = z.object({
  language: z.string(),
  request_token: z.string().length(32),
  postern_binding: z.string().default(''),
  postern_login_name: z.string().nullable().default(null),
  postern_authorization_id: z.string().nullable().default(null),
  imap_namespace: z.object({ personal: pairs, other: pairs, shared: pairs }),
  imap_delimiter: z.string(),
  user_id: z.coerce.number().int(),
  username: z.string(),
  storage_host: z.string(),
  storage_port: z.number().int(),
  storage_ssl: z.enum(['ssl', 'tls']).nullable(),
  password: z.string(),
  login_time: z.number().int(),
  'STORAGE_SPECIAL-USE': z.boolean().default(false),
  postern_settings: z.string().optional(),
  postern_factor_done: z.boolean().default(false),
  postern_by_panel: z.boolean().default(false),
})

/** The session as the variables of specification 2.3; foreign key names exist only in this file. */
export function toVariables(session: WebmailSession): SessionVariables {
  const base = {
    language: session.language,
    skin: SKIN,
    request_token: session.requestToken,
    postern_binding: session.binding,
  }
  if (session.kind === 'anonymous') return { temp: true, task: 'login', ...base }
  if (session.kind === 'awaiting-factor') {
    const postern_awaiting = { user: session.username, sealed: session.password }
    return { temp: true, task: 'login', ...base, postern_awaiting }
  }
  const { personal, other, shared } = session.facts.namespace
  const prefix = personal?.[0]?.[0] ?? ''
  return {
    ...base,
    task: 'mail',
    imap_namespace: { personal, other, shared, prefix_in: prefix, prefix_out: prefix },
    imap_delimiter: session.facts.delimiter,
    user_id: String(session.userId),
    username: session.username,
    storage_host: session.storageHost,
    storage_port: session.storagePort,
    storage_ssl: session.storageSsl,
    password: session.password,
    login_time: session.loginTime,
    'STORAGE_SPECIAL-USE': session.facts.hasSpecialUse,
    postern_login_name: session.loginName === session.username ? null : session.loginName,
    postern_authorization_id: session.authorizationId ?? null,
    postern_settings: writeFolderUses(session.folderUses),
    ...(session.isFactorDone ? { postern_factor_done: true } : {}),
    ...(session.isByPanel ? { postern_by_panel: true } : {}),
  }
}

/** The typed session of stored variables; undefined when they are not one of ours. */
export function fromVariables(variables: SessionVariables): WebmailSession | undefined {
  return variables['temp'] === true ? beforeSignIn(variables) : signedIn(variables)
}

function beforeSignIn(variables: SessionVariables): AnonymousSession | AwaitingSession | undefined {
  return AWAITING in variables ? awaiting(variables) : anonymous(variables)
}

const AWAITING = 'postern_awaiting'

function awaiting(variables: SessionVariables): AwaitingSession | undefined {
  const read = awaitingVariables.safeParse(variables)
  if (!read.success) return undefined
  const { language, request_token, postern_binding, postern_awaiting } = read.data
  return {
    kind: 'awaiting-factor',
    language,
    requestToken: request_token,
    binding: postern_binding,
    username: postern_awaiting.user,
    password: postern_awaiting.sealed,
  }
}

function anonymous(variables: SessionVariables): AnonymousSession | undefined {
  const read = anonymousVariables.safeParse(variables)
  if (!read.success) return undefined
  const { language, request_token, postern_binding } = read.data
  return { kind: 'anonymous', language, requestToken: request_token, binding: postern_binding }
}

function signedIn(variables: SessionVariables): SignedInSession | undefined {
  const read = signedInVariables.safeParse(variables)
  if (!read.success) return undefined
  const value = read.data
  return {
    kind: 'signed-in',
    language: value.language,
    requestToken: value.request_token,
    binding: value.postern_binding,
    userId: value.user_id,
    username: value.username,
    loginName: value.postern_login_name ?? value.username,
    storageHost: value.storage_host,
    storagePort: value.storage_port,
    storageSsl: value.storage_ssl,
    password: value.password,
    authorizationId: value.postern_authorization_id ?? undefined,
    loginTime: value.login_time,
    facts: {
      namespace: value.imap_namespace,
      delimiter: value.imap_delimiter,
      hasSpecialUse: value['STORAGE_SPECIAL-USE'],
    },
    folderUses: readFolderUses(value.postern_settings),
    isFactorDone: value.postern_factor_done,
    isByPanel: value.postern_by_panel,
  }
}
