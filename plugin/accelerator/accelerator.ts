import { MailFault, type Account, type Accounts } from '../../proxy/mail/index.ts'
import {
  SealBroken,
  StoreUnavailable,
  type ForeignSessions,
  type RoundcubeCipher,
} from '../../store/index.ts'
import { readPageFolders } from '../wire/roundcube/learned/read-answer.ts'
import { writeKeepAlive } from '../wire/roundcube/learned/quiet-answers.ts'
import { isRequestToken } from '../session/request-token.ts'
import { answerGetunread, answerRefresh, type CountsContext } from './answer-counts.ts'
import { answerList } from './answer-list.ts'
import { passedOn, type Answer } from './answer.ts'
import type { FailingUsers } from './failing-users.ts'
import { readHotRequest, type HotAction, type HotRequest } from './hot-request.ts'
import { learnListAnswer } from './learn-list.ts'
import type { LearnedAnswers } from './learned-answers.ts'
import {
  readRoundcubeSession,
  sessionCookiesOf,
  type RoundcubeSession,
} from './roundcube-session.ts'
import { withShownPage } from './view-state.ts'

/** A request for Roundcube, as far as it is needed to answer it. */
export interface AskedRequest {
  readonly action: HotAction
  readonly query: URLSearchParams
  /** Of the body; empty for a GET. */
  readonly form: URLSearchParams
  readonly cookie: string | undefined
  /** Of the header. */
  readonly token: string | undefined
  readonly clientIp: string
  readonly signal: AbortSignal
}

/** Whose browser it is, by what it sends. */
type Browser = Pick<AskedRequest, 'cookie' | 'clientIp'>

/** Answers hot requests of people signed in to Roundcube, from our store and mail engine, without PHP. */
export interface Accelerator {
  /** The answer, or why Roundcube is to give it. Never throws for a fault of ours: Roundcube answers then. */
  answer(request: AskedRequest): Promise<Answer>
  /** What Roundcube answered to a `list` that was passed on. */
  learnList(body: string, browser: Browser): Promise<void>
  /** Roundcube's application page. */
  learnPage(html: string, browser: Browser): Promise<void>
  /** After a request that may have changed how somebody's lists are written. */
  forget(browser: Browser, what: 'lists' | 'everything'): Promise<void>
}

interface AcceleratorParts {
  readonly sessions: Pick<ForeignSessions, 'load' | 'update' | 'touch'>
  readonly cipher: RoundcubeCipher
  readonly accounts: Pick<Accounts, 'account'>
  readonly learned: LearnedAnswers
  readonly failing: FailingUsers
  readonly settings: AcceleratorSettings
  /** Unix ms of the machine's clock, which PHP goes by. */
  readonly wall: () => number
  readonly log: { debug(fields: object, text: string): void }
}

interface AcceleratorSettings {
  /** Actions that are left to Roundcube. */
  readonly off: readonly HotAction[]
  /** Names that Roundcube's sessions may have for our mail server. */
  readonly mailHosts: readonly string[]
  /** How long the mail engine may take until Roundcube is asked. */
  readonly answerMs: number
  /** Roundcube's session_lifetime. */
  readonly lifetimeMs: number
  /** Zones of readers whose sessions name none. */
  readonly zones: readonly string[]
}

/** Roundcube lets a record live so much longer than a session. */
const RECORD_MARGIN_MS = 60_000
/** Roundcube writes a session that did not change once in such a part of its lifetime. */
const WRITES_PER_LIFETIME = 3

/** Builds the accelerator; nothing is asked yet. */
export function createAccelerator(parts: AcceleratorParts): Accelerator {
  const { sessions, cipher, accounts, learned, failing, settings, wall, log } = parts
  const { off, mailHosts, answerMs, lifetimeMs, zones } = settings
  const recordMs = lifetimeMs + RECORD_MARGIN_MS

  async function sessionOf({ cookie, clientIp }: Browser): Promise<RoundcubeSession | undefined> {
    const cookies = sessionCookiesOf(cookie)
    if (cookies === undefined) return undefined
    const { session } = await sessions.load(cookies.id)
    if (session === undefined) return undefined
    return readRoundcubeSession(cookies, session, { lifetimeMs, wall: wall(), clientIp })
  }

  function accountOf({ username, sealedPassword }: RoundcubeSession, clientIp: string): Account {
    const password = cipher.open(sealedPassword)
    return accounts.account({ user: username, password, authorizationId: undefined }, clientIp)
  }

  async function answer(request: AskedRequest): Promise<Answer> {
    const { action, query, form, token } = request
    if (off.includes(action)) return passedOn('switched_off')
    const asked = readHotRequest(action, { query, form })
    if (asked === undefined) return passedOn('not_understood')
    const session = await sessionOf(request)
    if (session === undefined) return passedOn('no_session')
    if (WITH_TOKEN.has(action) && !isRequestToken(session.requestToken, token)) {
      return passedOn('wrong_token')
    }
    if (!mailHosts.includes(session.storageHost)) return passedOn('not_understood')
    if (failing.isResting(session.username)) return passedOn('mail_failed')
    const given = await answerFor(asked, session, request)
    if (given.kind === 'answered') await keepAlive(session)
    return given
  }

  async function answerFor(
    asked: HotRequest,
    session: RoundcubeSession,
    { clientIp, signal }: AskedRequest,
  ): Promise<Answer> {
    if (asked.action === 'keep-alive') return { kind: 'answered', body: writeKeepAlive(asked) }
    const limit = AbortSignal.timeout(answerMs)
    const { id, username, view, hasQuota } = session
    try {
      const account = accountOf(session, clientIp)
      const context = {
        account,
        view,
        hasQuota,
        learned: learned.of(id),
        signal: AbortSignal.any([signal, limit]),
      }
      const given = await runAnswer(asked, context, id)
      failing.succeeded(username)
      return given
    } catch (error) {
      const isOurs = error instanceof MailFault || error instanceof SealBroken || limit.aborted
      if (!isOurs || signal.aborted) throw error
      failing.failed(username, error)
      return passedOn('mail_failed')
    }
  }

  function runAnswer(
    asked: Exclude<HotRequest, { action: 'keep-alive' }>,
    context: CountsContext,
    id: string,
  ): Promise<Answer> {
    switch (asked.action) {
      case 'getunread':
        return answerGetunread(asked, context)
      case 'refresh':
      case 'check-recent':
        return answerRefresh(asked, context)
      case 'list':
        return answerList(asked, {
          ...context,
          now: wall(),
          remember: (shown) => sessions.update(id, recordMs, (vars) => withShownPage(vars, shown)),
        })
    }
  }

  async function keepAlive({ id, changed }: RoundcubeSession): Promise<void> {
    if (wall() - changed * 1_000 > lifetimeMs / WRITES_PER_LIFETIME)
      await sessions.touch(id, recordMs)
  }

  /** Learning is for later requests: what goes wrong with it is no failure of this one. */
  async function quietly(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (err) {
      log.debug({ err }, `accelerator: ${what} failed`)
    }
  }

  return {
    async answer(request) {
      try {
        return await answer(request)
      } catch (error) {
        if (error instanceof StoreUnavailable) return passedOn('store_failed')
        throw error
      }
    },
    learnList: (body, browser) =>
      quietly('learning a list', async () => {
        const session = await sessionOf(browser)
        if (session === undefined || !mailHosts.includes(session.storageHost)) return
        const outcome = await learnListAnswer(body, {
          account: accountOf(session, browser.clientIp),
          session,
          learned: learned.begin(session.id, session.username),
          signal: AbortSignal.timeout(answerMs),
          zones,
          now: wall(),
        })
        log.debug({ user: session.username, outcome }, 'accelerator: a list of Roundcube read')
      }),
    learnPage: (html, browser) =>
      quietly('learning a page', async () => {
        const page = readPageFolders(html)
        const session = page === undefined ? undefined : await sessionOf(browser)
        if (page === undefined || session === undefined) return
        learned.begin(session.id, session.username).folders = page
      }),
    forget: (browser, what) =>
      quietly('forgetting settings', async () => {
        const session = await sessionOf(browser)
        if (session !== undefined) learned.forget(session.username, what)
      }),
  }
}

/** What changes something, and therefore carries the request token. */
const WITH_TOKEN: ReadonlySet<HotAction> = new Set(['refresh', 'check-recent'])
