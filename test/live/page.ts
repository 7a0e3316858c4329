import { setTimeout as delay } from 'node:timers/promises'
import { createHttpClient, type HttpClient } from '../../plugin/web/wire/http/http-client.ts'
import { firstResultsOfHtml } from '../../plugin/web/wire/http/first-results.ts'
import { Problem } from '../../plugin/web/wire/http/problem.ts'
import { refreshInput } from '../../plugin/web/wire/inputs.ts'
import { wholeMailbox } from '../../plugin/web/wire/query.ts'
import { noUids } from '../../plugin/web/wire/uid-set.ts'
import type {
  NativeInputOf,
  NativeList,
  NativeRefresh,
  NativeRow,
} from '../../plugin/wire/native/types.ts'
import { patient } from '../proxy/mail/engine.ts'
import type { Postern } from '../support/postern/postern.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'

/** Postern's page without a browser: its own wire code over HTTP, and what it has on show. */
export interface LivePage {
  readonly http: HttpClient
  /** Asks again while the server says that it may answer soon. Throws Problem for any other refusal. */
  persist<Response>(question: () => Promise<Response>): Promise<Response>
  /** Codes of all refusals so far. */
  readonly refusals: ReadonlyMap<string, number>
}

/** A list as the page holds it: fetched once, and from then on only refreshed. */
export interface ShownList {
  readonly mailbox: string
  readonly uidValidity: string
  readonly page: number
  readonly total: number
  readonly state: string
  readonly rows: readonly NativeRow[]
}

const MAX_ATTEMPTS = 2_000
const PAUSE_MS = 50

/** Signs in on both wires of one session. */
export async function openLivePage(
  postern: Postern,
  user: string,
  password: string,
): Promise<{ readonly page: LivePage; readonly roundcube: WebmailClient }> {
  const base = postern.base()
  const roundcube = createWebmailClient(base)
  const response = await roundcube.signIn(user, password)
  if (response.status !== 302) throw new Error(`sign-in answered ${response.status}`)
  const cookie = [...roundcube.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const http = createHttpClient({
    fetch: (url, init) =>
      fetch(`${base}${typeof url === 'string' ? url : ''}`, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie },
      }),
    first: firstResultsOfHtml(''),
    requestToken: () => roundcube.token(),
    deadlineMs: 60_000,
    searchDeadlineMs: 60_000,
    uploadSilenceMs: 60_000,
  })
  return { page: pageOf(http), roundcube }
}

function pageOf(http: HttpClient): LivePage {
  const refusals = new Map<string, number>()
  const persist = async <Response>(
    question: () => Promise<Response>,
    attemptsLeft = MAX_ATTEMPTS,
  ): Promise<Response> => {
    try {
      return await question()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1)
      if (!error.canRetry || attemptsLeft === 0) throw error
    }
    await delay(PAUSE_MS)
    return persist(question, attemptsLeft - 1)
  }
  return { http, persist, refusals }
}

/** Requests a list again. */
export function requestList(page: LivePage, input: NativeInputOf<'list'>): Promise<NativeList> {
  return page.persist(() => page.http.get('list', input, patient.signal))
}

/** Brings what is on show up to date, as the page does by a timer or an event. */
export async function refreshed(page: LivePage, shown: ShownList): Promise<ShownList> {
  const query = wholeMailbox(shown.mailbox, false)
  const uids = shown.rows.map(({ uid }) => uid)
  const input = refreshInput({ query, page: shown.page, uids, state: shown.state }, noUids)
  const response = await page.persist(() => page.http.post('refresh', input, patient.signal))
  return withChanges(shown, response)
}

function withChanges(shown: ShownList, { list, state, changed }: NativeRefresh): ShownList {
  if (list !== null) return list
  const flagsOf = new Map(changed.map(({ uid, flags }) => [uid, flags]))
  const rows = shown.rows.map((row) => ({ ...row, flags: flagsOf.get(row.uid) ?? row.flags }))
  return { ...shown, state: state ?? shown.state, rows }
}
