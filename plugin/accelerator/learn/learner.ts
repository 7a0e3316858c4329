import {
  readPageFolders,
  readRoundcubeResponse,
} from '../../wire/roundcube/learned/read-response.ts'
import type { TimeZone } from '../../wire/roundcube/learned/time-zones.ts'
import type { Lesson, ListBasis } from '../request/response.ts'
import { learnListResponse } from './learn-list.ts'
import { learnQuietly } from './learn-quietly.ts'
import { provedForm } from '../response/respond-proved.ts'
import { learnRowsResponse } from './learn-rows.ts'
import { handedOverForms, type KnownList } from '../response/response-forms.ts'
import type { LearnedResponses } from '../response/learned-responses.ts'
import type { HandOvers } from '../handed-over/handed-over.ts'
import { isReportedList } from '../handed-over/is-reported-list.ts'
import type { RoundcubeSession } from '../session/roundcube-session.ts'
import { sessionCookiesOf, setProofOf } from '../session/session-cookies.ts'
import type { Browser, SignedIn } from '../session/signed-in.ts'

/** Reads Roundcube's own responses. What goes wrong with it is no failure of a request, and is only logged. */
export interface Learner {
  /** What Roundcube answered to a hot request that was passed on with that lesson. */
  learn(body: string, lesson: Lesson, browser: Browser): Promise<void>
  /** Set-Cookie lines of Roundcube. */
  learnCookies(lines: readonly string[], browser: Browser): Promise<void>
  /** Roundcube's application page. */
  learnPage(html: string, browser: Browser): Promise<void>
  /** After a request that may have changed how a user's lists are written. */
  forget(browser: Browser, what: 'lists' | 'everything'): Promise<void>
}

interface LearnerParts {
  readonly signedIn: SignedIn
  readonly learned: LearnedResponses
  readonly handOvers: HandOvers
  readonly settings: {
    readonly mailHosts: readonly string[]
    readonly responseMs: number
  }
  readonly zones: () => Promise<readonly TimeZone[]>
  readonly wall: () => number
  readonly now: () => number
  readonly log: { debug(fields: object, text: string): void }
}

/** Builds the reader of Roundcube's answers. */
export function createLearner({
  signedIn,
  learned,
  handOvers,
  settings,
  zones,
  wall,
  now,
  log,
}: LearnerParts): Learner {
  const { mailHosts, responseMs } = settings
  const quietly = learnQuietly(log)

  async function learnList(
    body: string,
    basis: ListBasis,
    session: RoundcubeSession,
    browser: Browser,
  ): Promise<void> {
    const response = readRoundcubeResponse(body)
    if (response?.action !== 'list') return
    const memory = learned.start(session.username)
    const { layout } = response.env
    // Kept as a setting of the user, so that lists of all their sessions may be written otherwise.
    if (layout !== memory.layout) learned.forget(session.username, 'lists')
    memory.layout = typeof layout === 'string' ? layout : undefined
    const outcome = await learnListResponse(response, body, {
      account: signedIn.accountOf(session, browser),
      session,
      basis,
      learned: memory,
      signal: AbortSignal.timeout(responseMs),
      zones: await zones(),
      now: wall(),
      learnedAt: now(),
    })
    log.debug({ user: session.username, outcome }, 'accelerator: a list of Roundcube read')
  }

  async function learnRows(
    body: string,
    mailbox: string,
    session: RoundcubeSession,
    browser: Browser,
  ): Promise<void> {
    const response = readRoundcubeResponse(body)
    const known = knownList(mailbox, session)
    if (response === undefined || known === undefined) return
    await learnRowsResponse(response, {
      account: signedIn.accountOf(session, browser),
      learned: learned.start(session.username),
      known,
      settings: session.settings,
      mailbox,
      signal: AbortSignal.timeout(responseMs),
      now: wall(),
    })
  }

  /** Whether Roundcube writes as the plugin has told; where it does not, that counts no more. */
  function compare(
    body: string,
    lesson: Extract<Lesson, { kind: 'told-list' }>,
    session: RoundcubeSession,
  ): boolean {
    const form = handOvers.of(session)?.form
    const response = readRoundcubeResponse(body)
    if (form === undefined || response?.action !== 'list') return false
    if (isReportedList(response, handedOverForms(form, session.view, undefined), lesson))
      return true
    handOvers.distrust(session.username)
    log.debug({ user: session.username }, 'accelerator: a list is not as the plugin has told')
    return false
  }

  /** How lists of a folder are written: whichever of them, as their rows are alike. */
  function knownList(mailbox: string, session: RoundcubeSession): KnownList | undefined {
    const { settings, view, username } = session
    const form = handOvers.of(session)?.form
    if (form === undefined) {
      return [...(learned.of(username)?.lists.values() ?? [])].find(
        ({ template }) => template.mailbox === mailbox && template.content.kind === 'rows',
      )
    }
    const { sortColumn, sortOrder } = view
    const basis = { settings, sortColumn, sortOrder, layout: undefined, search: undefined }
    const forms = handedOverForms(form, { ...view, search: undefined }, undefined)
    return forms.list(basis, mailbox, 'rows')
  }

  return {
    learn: (body, lesson, browser) =>
      quietly('learning an answer', async () => {
        const session = await signedIn.sessionOf(browser)
        if (session === undefined || !mailHosts.includes(session.storageHost)) return
        if (lesson.kind === 'list') {
          await learnList(body, lesson.basis, session, browser)
          return
        }
        if (lesson.kind === 'told-list') {
          if (!compare(body, lesson, session)) return
          await learnRows(body, lesson.mailbox, session, browser)
          return
        }
        if (lesson.kind === 'rows') {
          await learnRows(body, lesson.mailbox, session, browser)
          return
        }
        const memory = learned.of(session.username)
        if (memory === undefined) return
        if (lesson.kind === 'scope') {
          const form = lesson.body === body ? provedForm(lesson, session.view) : undefined
          if (form !== undefined) learned.prove(memory, form)
          return
        }
        for (const candidate of lesson.candidates) {
          if (candidate.body === body) learned.prove(memory, candidate.form)
        }
      }),
    learnCookies: (lines, browser) =>
      quietly('learning a cookie', async () => {
        const set = setProofOf(lines, sessionCookiesOf(browser.cookie))
        if (set === undefined) return
        const username = await signedIn.ownerOf(set.cookies.id)
        if (username === undefined) return
        learned.noteCookieAttributes(set.cookies.id, set.attributes)
      }),
    learnPage: (html, browser) =>
      quietly('learning a page', async () => {
        const page = readPageFolders(html)
        const session = page === undefined ? undefined : await signedIn.sessionOf(browser)
        if (page === undefined || session === undefined) return
        learned.start(session.username).folders = page
      }),
    forget: (browser, what) =>
      quietly('forgetting settings', async () => {
        const session = await signedIn.sessionOf(browser)
        if (session === undefined) return
        learned.forget(session.username, what)
        handOvers.forget(session.username)
      }),
  }
}
