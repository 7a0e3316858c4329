import { MailFault, type Accounts } from '../../proxy/mail/index.ts'
import {
  SealBroken,
  StoreUnavailable,
  type ForeignSessions,
  type RoundcubeCipher,
} from '../../store/index.ts'
import { writeKeepAlive } from '../wire/roundcube/learned/quiet-responses.ts'
import type { TimeZone } from '../wire/roundcube/learned/time-zones.ts'
import { isRequestToken } from '../session/request-token.ts'
import type { CountsContext } from './response/respond-counts.ts'
import { respondList } from './response/respond-list.ts'
import { respondProved } from './response/respond-proved.ts'
import {
  passedOn,
  type Response,
  type Lesson,
  type ListBasis,
  type PassReason,
} from './request/response.ts'
import type { FailingUsers } from './request/failing-users.ts'
import {
  readHotRequest,
  sortChoiceOf,
  type HotAction,
  type HotRequest,
} from './request/hot-request.ts'
import { handedOverForms, learnedForms, type ResponseForms } from './response/response-forms.ts'
import type { LearnedResponses } from './response/learned-responses.ts'
import type { HandOvers } from './handed-over/handed-over.ts'
import { createLearner, type Learner } from './learn/learner.ts'
import type { RoundcubeSession } from './session/roundcube-session.ts'
import { proofLine } from './session/session-cookies.ts'
import { createSignedIn } from './session/signed-in.ts'
import type { Switches } from './request/switches.ts'
import { startDeadline } from '../concurrency/deadline.ts'
import {
  isShownPage,
  withShownPage,
  withReportedCounts,
  type ReportedCounts,
} from './session/view-state.ts'

/** A request for Roundcube, as far as it is needed to answer it. */
export interface HandledRequest {
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

/** Answers hot requests of users signed in to Roundcube, from our store and mail engine, without PHP. */
export interface Accelerator extends Learner {
  /** The response, or why Roundcube is to give it. Never throws for a fault of ours: Roundcube answers then. */
  handle(request: HandledRequest): Promise<Response>
}

interface AcceleratorParts {
  readonly sessions: Pick<ForeignSessions, 'load' | 'update' | 'touch'>
  readonly cipher: RoundcubeCipher
  readonly accounts: Pick<Accounts, 'account'>
  readonly learned: LearnedResponses
  readonly handOvers: HandOvers
  readonly failing: FailingUsers
  readonly switches: Pick<Switches, 'isOff'>
  /** That readers may have chosen. */
  readonly zones: () => Promise<readonly TimeZone[]>
  readonly settings: AcceleratorSettings
  /** Unix ms of the machine's clock, which PHP goes by. */
  readonly wall: () => number
  /** For durations. */
  readonly now: () => number
  readonly log: { debug(fields: object, text: string): void }
}

interface AcceleratorSettings {
  /** Names that Roundcube's sessions may have for our mail server. */
  readonly mailHosts: readonly string[]
  /** How long the mail engine may take until Roundcube is asked. */
  readonly responseMs: number
  /** Roundcube's session_lifetime. */
  readonly lifetimeMs: number
}

/** Roundcube lets a record live so much longer than a session. */
export const RECORD_MARGIN_MS = 60_000
/** Roundcube writes a session that did not change once in such a part of its lifetime. */
const WRITES_PER_LIFETIME = 3

/** Builds the accelerator; nothing is asked yet. */
export function createAccelerator(parts: AcceleratorParts): Accelerator {
  const { sessions, cipher, accounts, learned, handOvers, failing, switches } = parts
  const { settings, zones, wall, now, log } = parts
  const { mailHosts, responseMs, lifetimeMs } = settings
  const recordMs = lifetimeMs + RECORD_MARGIN_MS
  const signedIn = createSignedIn({ sessions, cipher, accounts, lifetimeMs, wall })
  const learner = createLearner({ signedIn, learned, handOvers, settings, zones, wall, now, log })

  async function handle(request: HandledRequest): Promise<Response> {
    const { action, query, form, token } = request
    if (switches.isOff(action)) return passedOn('switched_off')
    const requested = readHotRequest(action, { query, form })
    const session =
      requested === undefined && action !== 'list' ? undefined : await signedIn.sessionOf(request)
    const handedOver = session && handOvers.of(session)
    const isReported = handedOver?.form !== undefined
    const lesson =
      action === 'list' && session !== undefined
        ? listLesson(basisOf(session, query), isReported ? requested : undefined)
        : undefined
    if (requested === undefined) return { ...passedOn('not_understood'), lesson }
    if (session === undefined) return passedOn('no_session')
    if (WITH_TOKEN.has(action) && !isRequestToken(session.requestToken, token)) {
      return passedOn('wrong_token')
    }
    if (!mailHosts.includes(session.storageHost)) return passedOn('not_understood')
    if (failing.isResting(session.username)) return passedOn('mail_failed')
    const { renewedProof } = session
    const attributes = handedOver?.cookieAttributes ?? learned.cookieAttributesOf(session.id)
    if (renewedProof !== undefined && attributes === undefined) return passedOn('no_session')
    const given = await responseFor(requested, session, request)
    if (given.kind === 'passed-on') return { lesson: lesson ?? rowsOf(requested, given), ...given }
    await keepAlive(session)
    if (renewedProof === undefined || attributes === undefined) return given
    return { ...given, setCookie: proofLine(renewedProof, attributes) }
  }

  async function responseFor(
    requests: HotRequest,
    session: RoundcubeSession,
    request: HandledRequest,
  ): Promise<Response> {
    if (requests.action === 'keep-alive')
      return { kind: 'answered', body: writeKeepAlive(requests) }
    const { signal } = request
    const limit = startDeadline(signal, responseMs)
    const { id, username, view } = session
    try {
      const account = signedIn.accountOf(session, request)
      const context = {
        account,
        view,
        forms: formsOf(session),
        signal: limit.signal,
        rememberCounts: (reported: ReportedCounts) =>
          sessions.update(id, recordMs, (vars) => withReportedCounts(vars, reported)),
      }
      const given =
        requests.action === 'list'
          ? await respondPage(requests, context, session)
          : await respondProved(requests, context)
      failing.succeeded(username)
      return given
    } catch (error) {
      const isOurs = error instanceof MailFault || error instanceof SealBroken || limit.isOver()
      if (!isOurs || signal.aborted) throw error
      const isOfFolder = error instanceof MailFault && OF_ONE_FOLDER.has(error.code)
      if (!isOfFolder) failing.failed(username, error)
      return passedOn('mail_failed')
    } finally {
      limit.end()
    }
  }

  function formsOf(session: RoundcubeSession): ResponseForms {
    const { username, view } = session
    const form = handOvers.of(session)?.form
    const user = learned.of(username)
    return form === undefined ? learnedForms(user, learned) : handedOverForms(form, view, user)
  }

  function respondPage(
    requested: Extract<HotRequest, { action: 'list' }>,
    context: CountsContext,
    { id, settings, view, record }: RoundcubeSession,
  ): Promise<Response> {
    return respondList(requested, {
      ...context,
      basis: {
        ...view,
        settings,
        layout: layoutOf(requested.layout, view),
        search: requested.search,
      },
      now: wall(),
      remember: (shown) =>
        sessions.update(id, recordMs, (vars) => {
          // PHP may have written since this was read.
          const isKnown = vars.equals(record.vars) && isShownPage(view, shown)
          return isKnown ? vars : withShownPage(vars, shown)
        }),
    })
  }

  async function keepAlive({ id, record }: RoundcubeSession): Promise<void> {
    if (wall() - record.changed * 1_000 > lifetimeMs / WRITES_PER_LIFETIME)
      await sessions.touch(id, recordMs)
  }

  return {
    async handle(request) {
      try {
        return await handle(request)
      } catch (error) {
        if (error instanceof StoreUnavailable) return passedOn('store_failed')
        throw error
      }
    },
    ...learner,
  }
}

/** What decides how the list is written: an order that the request names is the session's when it is answered. */
function basisOf({ settings, view }: RoundcubeSession, query: URLSearchParams): ListBasis {
  const layout = layoutOf(query.get('_layout') ?? undefined, view)
  const search = query.get('_search') ?? undefined
  const named = sortChoiceOf(query.get('_sort'))
  const { sortColumn, sortOrder } = named === undefined || named === 'unknown' ? view : named
  return { settings, sortColumn, sortOrder, layout, search }
}

/** A folder that is not there, or that the server does not show, says nothing of the others. */
const OF_ONE_FOLDER: ReadonlySet<string> = new Set([
  ...['mailbox_not_found', 'mailbox_refused', 'mailbox_damaged', 'message_unreadable'],
])

/** Of a list that the plugin has told how to write (`reported`) only rows are to be learned. */
function listLesson(basis: ListBasis, reported: HotRequest | undefined): Lesson {
  return reported?.action === 'list'
    ? { kind: 'told-list', mailbox: reported.mailbox, basis }
    : { kind: 'list', basis }
}

/** With messages that have come Roundcube answers a refresh by their rows. */
function rowsOf(
  requested: HotRequest,
  { reason }: { readonly reason: PassReason },
): Lesson | undefined {
  const isRefresh = requested.action === 'refresh' || requested.action === 'check-recent'
  return isRefresh && reason === 'news' ? { kind: 'rows', mailbox: requested.mailbox } : undefined
}

/** The head of a list is told once its columns are known. */
function layoutOf(named: string | undefined, { listAttributes }: RoundcubeSession['view']) {
  return named === undefined || listAttributes === 'with-columns' ? named : `first ${named}`
}

/** What changes something, and therefore carries the request token. */
const WITH_TOKEN: ReadonlySet<HotAction> = new Set(['refresh', 'check-recent'])
