import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isPasswordUnanswered, MailFault, type Accounts } from '../../../proxy/mail/index.ts'
import {
  StoreUnavailable,
  type ForeignSessions,
  type RoundcubeCipher,
  type RoundcubeLogin,
} from '../../../store/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { newRequestToken } from '../../session/request-token.ts'
import { provePassword } from '../../sign-in/sign-in.ts'
import type { Throttle } from '../../sign-in/throttle.ts'
import { learnQuietly } from '../learn/learn-quietly.ts'
import { passedOn, type PassReason } from '../request/response.ts'
import type { FailingUsers } from '../request/failing-users.ts'
import type { Switches } from '../request/switches.ts'
import { usernameIn } from '../session/roundcube-session.ts'
import {
  acceptedProofs,
  sessionIdOf,
  signInLines,
  unprovedSessionId,
} from '../session/session-cookies.ts'
import { checkFormSession } from './form-session.ts'
import type { LearnedUsers, LearnedUser } from './learned-users.ts'
import { learnSignIn, type SeenSignIn } from './learn-sign-in.ts'
import { signInVariables } from './session-template.ts'
import type { SignInForm } from './sign-in-form.ts'

/** A sign-in form that was sent. */
export interface SentForm {
  /** undefined: it is not understood. */
  readonly form: SignInForm | undefined
  readonly cookie: string | undefined
  readonly clientIp: string
  /** Of the browser's connection. */
  readonly scheme: string
  readonly signal: AbortSignal
}

/** A session that starts, or why Roundcube is to begin it. */
export type SignInResponse =
  | {
      readonly kind: 'signed-in'
      readonly cookies: readonly string[]
      /** Where Roundcube leads: the query behind its own address. */
      readonly query: string
    }
  | { readonly kind: 'passed-on'; readonly reason: PassReason }

/** Signs users in to the Roundcube behind us, whom it has signed in before. */
export interface SignIns {
  /** Never throws for a fault of ours: Roundcube answers then. */
  handle(sent: SentForm): Promise<SignInResponse>
  /** What Roundcube made of a form that was passed on. */
  learn(sent: SentForm, seen: SeenSignIn): Promise<void>
  /** After a request that may have changed what a sign-in needs, e.g. its second factor. */
  forget(cookie: string | undefined): Promise<void>
  /** After Roundcube's answer to the request for its page: it may refuse the session that was started here. */
  noteFirstPage(cookie: string | undefined, html: string): Promise<void>
}

interface SignInParts {
  readonly sessions: Pick<ForeignSessions, 'load' | 'save' | 'end' | 'currentVersion'>
  readonly cipher: RoundcubeCipher
  readonly accounts: Pick<Accounts, 'signIn'>
  readonly throttle: Throttle
  readonly users: LearnedUsers
  readonly failing: FailingUsers
  readonly switches: Pick<Switches, 'isOff'>
  readonly lastLogins: { note(login: RoundcubeLogin): void }
  readonly settings: {
    /** Names that Roundcube's sessions may have for our mail server. */
    readonly mailHosts: readonly string[]
    /** Roundcube's session_lifetime. */
    readonly lifetimeMs: number
    /** How long a record lives. */
    readonly recordMs: number
  }
  /** Unix ms of the machine's clock, which PHP goes by. */
  readonly wall: () => number
  readonly log: { debug(fields: object, text: string): void }
}

/** Sessions whose first page Roundcube has not shown yet. */
const MAX_PENDING = 10_000
/** A session that ends later has ended of age. */
const PENDING_MS = 60_000

/** Roundcube's own page starts with another task. */
const SIGN_IN_PAGE = 'rcmail.set_env({"task":"login"'

/** Builds the sign-in; nothing is asked yet. */
export function createSignIns(parts: SignInParts): SignIns {
  const { sessions, cipher, accounts, throttle, users, failing, switches } = parts
  const { lastLogins, wall, log } = parts
  const quietly = learnQuietly(log)
  const { mailHosts, lifetimeMs, recordMs } = parts.settings
  /** By the id of the session, whose it is. */
  const pendingForms = new LRUCache<string, string>({ max: MAX_PENDING, ttl: PENDING_MS })

  async function handle(sent: SentForm): Promise<SignInResponse> {
    const { form, cookie, clientIp, scheme, signal } = sent
    if (switches.isOff('sign-in')) return passedOn('switched_off')
    if (form === undefined) return passedOn('not_understood')
    const formId = unprovedSessionId(cookie)
    const there = formId === undefined ? undefined : (await sessions.load(formId)).session
    if (formId === undefined || there === undefined) return passedOn('no_session')
    const rules = { token: form.token, clientIp, lifetimeMs, wall: wall() }
    const checked = checkFormSession(there, rules)
    if (checked !== 'right') return passedOn(checked)
    const user = await users.find(form.user)
    if (user?.scheme !== scheme) return passedOn('not_learned')
    if (failing.isResting(user.username)) return passedOn('mail_failed')
    const refusal = await prove(user, form.password, clientIp, signal)
    if (refusal !== undefined) return passedOn(refusal)
    return startSignIn(user, form, { id: formId, ip: there.ip })
  }

  /** Has the mail server judge the password; answers why Roundcube is to do so. */
  async function prove(
    { username }: LearnedUser,
    password: string,
    clientIp: string,
    signal: AbortSignal,
  ): Promise<PassReason | undefined> {
    const credential = { user: username, password, authorizationId: undefined }
    // Roundcube counts failures in its own way: it is to judge the next attempt as well.
    const onRefused = () => users.forget(username)
    try {
      const authProof = { accounts, throttle, onRefused }
      await provePassword({ owner: username, credential }, clientIp, signal, authProof)
      failing.succeeded(username)
      return undefined
    } catch (error) {
      const fault = error instanceof Refusal ? error.cause : error
      if (error instanceof Refusal && !isPasswordUnanswered(fault)) {
        return error.code === 'sign_in_failed' ? 'password_refused' : 'throttled'
      }
      if (!(fault instanceof MailFault) || signal.aborted) throw error
      failing.failed(username, fault)
      return 'mail_failed'
    }
  }

  async function startSignIn(
    user: LearnedUser,
    { password, timeZone, landing }: SignInForm,
    before: { readonly id: string; readonly ip: string },
  ): Promise<SignInResponse> {
    const at = wall()
    const changed = Math.floor(at / 1_000)
    const id = randomBytes(16).toString('hex')
    const authSecret = newRequestToken()
    const requestToken = newRequestToken()
    const vars = signInVariables(Buffer.from(user.template, 'base64'), {
      password: cipher.seal(password),
      loginTime: changed,
      ...{ timeZone, authSecret, requestToken },
    })
    const version = sessions.currentVersion()
    const { outcome } = await sessions.save(
      id,
      { vars, ip: before.ip, changed },
      // No one can have it yet: a database that is locked is not asked.
      { lifeMs: recordMs, seen: version, startVersion: version },
    )
    if (outcome !== 'kept') return passedOn('store_failed')
    await sessions.end(before.id)
    pendingForms.set(id, user.username)
    const { userId, username, storageHost: mailHost } = user
    lastLogins.note({ userId, username, mailHost, at })
    const [authProof = ''] = acceptedProofs(authSecret, at, lifetimeMs)
    const attributes = { id: user.idAttributes, authProof: user.proofAttributes }
    return {
      kind: 'signed-in',
      cookies: signInLines({ id, authProof }, attributes, at),
      query: `${landing}&_token=${requestToken}`,
    }
  }

  return {
    async handle(sent) {
      try {
        return await handle(sent)
      } catch (error) {
        if (error instanceof StoreUnavailable) return passedOn('store_failed')
        throw error
      }
    },
    learn: ({ form, scheme }, seen) =>
      quietly('learning a sign-in', async () => {
        const { session } = await sessions.load(seen.cookies.id)
        if (session === undefined) return
        const user = learnSignIn(session, { form, scheme, seen, cipher })
        if (form !== undefined && user !== undefined && mailHosts.includes(user.storageHost)) {
          await users.keep(form.user, user)
          return
        }
        // A user who has a second factor by now, or another form.
        const username = usernameIn(session)
        if (username !== undefined) await users.forget(username)
      }),
    forget: (cookie) =>
      quietly('forgetting a sign-in', async () => {
        const id = sessionIdOf(cookie)
        const { session } = id === undefined ? {} : await sessions.load(id)
        const username = session && usernameIn(session)
        if (username !== undefined) await users.forget(username)
      }),
    noteFirstPage: (cookie, html) =>
      quietly('forgetting a sign-in', async () => {
        const id = sessionIdOf(cookie) ?? ''
        const username = pendingForms.get(id)
        if (username === undefined) return
        pendingForms.delete(id)
        if (html.includes(SIGN_IN_PAGE)) await users.forget(username)
      }),
  }
}
