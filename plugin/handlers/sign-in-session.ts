import { MailFault } from '../../proxy/mail/index.ts'
import { readFolderUses } from '../settings/folder-choices.ts'
import type { RequestServices } from '../request/services.ts'
import { deviceOf } from '../session/device.ts'
import { asOrigin } from '../log/request-name.ts'
import { during, tracedSignIn } from '../http/request-trace.ts'
import type { SignedInSession } from '../session/webmail-session.ts'
import { type Login, signIn, type SignedInUser } from '../sign-in/sign-in.ts'
import { filingSession } from './filing-session.ts'
import { noteSignIn, resultOf } from '../request/sign-in-audit.ts'
import type { SignedInRequest, TrustedRequest } from '../request/trusted-request.ts'
import type { SignInOutcome } from '../metrics/metrics.ts'
import { Refusal, type RefusalCode } from '../http/refusal.ts'
import type { PanelCredential, Principal } from '../panel/adapter/panel.ts'

/** A login and how it came. */
export type NamedLogin = Login & {
  readonly how: 'form' | 'panel' | 'master'
  /** A second factor was shown, or is the panel's to ask for. */
  readonly isFactorDone: boolean
}

type SessionStart = Pick<SignedInSession, 'binding' | 'language' | 'requestToken'>

/** A login that the mail server accepted, with what its session starts with. */
export interface ProvenLogin {
  readonly login: NamedLogin
  readonly proven: SignedInUser
  /** What the owner has set, as of the user record. */
  readonly settings: Promise<string | undefined>
}

/** Proves a credential and stores the session that follows (spec 5.3): the request as one of that session. Throws what signIn throws. */
export async function signInSession(
  login: NamedLogin,
  request: TrustedRequest,
  services: RequestServices,
): Promise<SignedInRequest> {
  return enterMailbox(await proveLogin(login, request, services), request, services)
}

/** Has the mail server judge a login; nothing is open yet. Throws what signIn throws. */
export async function proveLogin(
  login: NamedLogin,
  request: TrustedRequest,
  services: RequestServices,
): Promise<ProvenLogin> {
  const { context } = request
  const { imap } = services.config
  const { owner } = login
  const origin = asOrigin(context.name)
  context.client.signsInTo = owner
  const attempt = () =>
    signIn(login, context.clientIp, context.signal, {
      accounts: tracedSignIn(services.accounts, context.trace),
      users: services.users,
      throttle: services.throttle,
      mailHost: imap.host,
      origin,
    })
  // Meanwhile: the database may have to be requested someone this spool does not know.
  const settings = services.users.settings(owner, imap.host, origin)
  settings.catch(() => undefined)
  // Before the attempt: anyone who is refused is named in the logs, too.
  context.trace.isOf(owner)
  const proven = await countSignIn(attempt, services.countSignIn).catch((error: unknown) => {
    noteSignIn(login, request, services.audit, resultOf(error))
    throw error
  })
  return { login, proven, settings }
}

/** Stores the session of a user who has shown all that is requested. */
export async function enterMailbox(
  { login, proven, settings }: ProvenLogin,
  request: TrustedRequest,
  services: RequestServices,
): Promise<SignedInRequest> {
  const { session, context } = request
  const { imap } = services.config
  const { owner, credential } = login
  const { user, facts } = proven
  const [folderUses, noteSession] = await Promise.all([
    settings.then(readFolderUses),
    services.ownerSessions.prepare({ username: owner, mailHost: imap.host }),
  ])
  const device = deviceOf(request.ctx.get('user-agent'))
  let noted = Promise.resolve()
  const made = (id: string, base: SessionStart): SignedInSession => {
    noted = noteSession(id, device)
    return {
      ...base,
      kind: 'signed-in',
      userId: user.userId,
      username: owner,
      loginName: credential.user,
      storageHost: imap.host,
      storagePort: imap.port,
      storageSsl: imap.tls === false ? null : imap.tls === true ? 'ssl' : 'tls',
      password: services.seal.seal(id, credential),
      authorizationId: credential.authorizationId,
      loginTime: Math.floor(services.now() / 1000),
      facts,
      folderUses,
      isFactorDone: login.isFactorDone,
      isByPanel: login.how !== 'form',
    }
  }
  // At once, so that the session, the owner's list of sessions and the user's record share one trip to the disk.
  const keep = async () => (await Promise.all([session.signIn(made), user.record()]))[0]
  const stored = await during(context.trace, 'session', keep)
  noteSignIn(login, request, services.audit, 'accepted')
  // Neither waits for the other; both are before the first page, which shows what was chosen.
  await Promise.all([noted, services.migrateAtSignIn({ username: owner, mailHost: imap.host })])
  const filing = {
    sessionId: stored.id,
    credential,
    clientIp: context.clientIp,
    folderUses: () => Promise.resolve(folderUses),
  }
  services.outbox.signedIn({ username: owner, mailHost: imap.host }, credential)
  services.copyFiler.resume(filingSession(filing, services))
  return { ...request, session: stored }
}

/** Counts how an attempt to sign in ends, and passes its end on. */
async function countSignIn<Result>(
  attempt: () => Promise<Result>,
  count: (outcome: SignInOutcome) => void,
): Promise<Result> {
  try {
    const result = await attempt()
    count('accepted')
    return result
  } catch (error) {
    count(outcomeOf(error))
    throw error
  }
}

function outcomeOf(error: unknown): SignInOutcome {
  if (!(error instanceof Refusal)) return 'unavailable'
  if (error.code === 'sign_in_failed') return 'refused'
  return LOCKED.has(error.code) ? 'locked' : 'unavailable'
}

/** Not verified by the mail server: too many failed before, or too many wait. */
const LOCKED: ReadonlySet<RefusalCode> = new Set(['sign_in_locked', 'sign_in_busy'])

/**
 * Signs in with the credential the panel hands over, so that no one types a second password.
 * Undefined when the panel has none to give. Throws what signing in throws.
 */
export async function signInByPanel(
  request: TrustedRequest,
  services: RequestServices,
): Promise<SignedInRequest | undefined> {
  const given = await services.panel.credential(request.principal, request.context.signal)
  switch (given.kind) {
    case 'prompt':
      return undefined
    case 'panel':
    case 'master':
      return signInSession(panelLoginOf(given, request.principal), request, services).catch(
        asHandedOver,
      )
  }
}

/** No one typed the password that was refused: the log says so, and anyone who came is not banned for it. */
function asHandedOver(error: unknown): never {
  if (!(error instanceof Refusal) || !(error.cause instanceof MailFault)) throw error
  throw new Refusal(error.code, { cause: MailFault.at('imap hand-over', error.cause) })
}

/** The login of a user who types mailbox and password. */
export function ownLogin(mailbox: string, password: string): NamedLogin {
  return {
    how: 'form',
    isFactorDone: false,
    owner: mailbox,
    credential: { user: mailbox, password, authorizationId: undefined },
  }
}

/** The panel names the mailbox; the login name it hands over may be a temporary or a master user's. */
function panelLoginOf(given: PanelLogin, { subject }: Principal): NamedLogin {
  const { user, password } = given
  const authorizationId = given.kind === 'master' ? given.authorizationId : undefined
  return {
    how: given.kind,
    isFactorDone: true,
    owner: subject ?? user,
    credential: { user, password, authorizationId },
  }
}

type PanelLogin = Exclude<PanelCredential, { readonly kind: 'prompt' }>
