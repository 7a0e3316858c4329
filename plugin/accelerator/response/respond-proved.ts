import type { HotRequest } from '../request/hot-request.ts'
import {
  respondGetunread,
  respondRefresh,
  unseenFolders,
  type CountsResponse,
  type CountsContext,
} from './respond-counts.ts'
import { passedOn, type Response, type Candidate, type Lesson } from '../request/response.ts'
import type { SessionView } from '../session/roundcube-session.ts'

/** What Roundcube answers as its settings say, which no request and no session tells. */
type ProvedRequest = Extract<HotRequest, { action: 'getunread' | 'refresh' | 'check-recent' }>
type RefreshRequest = Extract<HotRequest, { action: 'refresh' | 'check-recent' }>

/**
 * Answers in the form in which Roundcube has answered lately: settings decide which folders a refresh looks at. What was
 * not seen for a while is Roundcube's to answer once, and shows which form it is.
 */
export async function respondProved(
  requested: ProvedRequest,
  context: CountsContext,
): Promise<Response> {
  const { forms } = context
  const asRequested = formsOf(requested)
  const known = asRequested.find(({ name }) => forms.isProved(name))
  if (known !== undefined) return given(await known.respond(context), context)
  const candidates: Candidate[] = []
  let passed = passedOn('not_learned')
  for (const { name: form, respond } of asRequested) {
    const candidate = await respond(context)
    if (candidate.kind === 'answered') candidates.push({ form, body: candidate.body })
    else passed = candidate
  }
  const [first] = candidates
  if (first === undefined) return passed
  if (requested.action !== 'refresh')
    return { ...passedOn('not_learned'), lesson: proofOf(candidates) }
  const either = formName(requested, 'either')
  const unseen = await unseenFolders(requested.mailbox, context)
  if (unseen === undefined || candidates.some(({ body }) => body !== first.body))
    return { ...passedOn('not_learned'), lesson: proofOf(candidates) }
  // Nothing is new anywhere, so that it does not matter which folders are looked at.
  if (unseen.size === 0 && forms.isProved(either)) return { kind: 'answered', body: first.body }
  const scopes = { either, shown: formName(requested, 'shown'), all: formName(requested, 'all') }
  return {
    ...passedOn('not_learned'),
    lesson: { kind: 'scope', body: first.body, unseen, scopes },
  }
}

/** Makes the session know what it is told. */
async function given(
  respond: CountsResponse,
  { rememberCounts }: CountsContext,
): Promise<Response> {
  if (respond.kind === 'passed-on') return respond
  const { body, reported } = respond
  const isAlive = reported === undefined || (await rememberCounts(reported))
  return isAlive ? { kind: 'answered', body } : passedOn('no_session')
}

function proofOf(candidates: readonly Candidate[]): Lesson | undefined {
  // A response that would be the same in two forms shows of neither that it is the one.
  const isReported = new Set(candidates.map(({ body }) => body)).size === candidates.length
  return isReported ? { kind: 'proof', candidates } : undefined
}

/**
 * The form that a response of Roundcube has proved, by what its session has seen then. undefined: some of the folders were
 * looked at, by this request or another one.
 */
export function provedForm(
  { unseen, scopes }: Extract<Lesson, { kind: 'scope' }>,
  { folders }: SessionView,
): string | undefined {
  if (unseen.size === 0) return scopes.either
  const looked = [...unseen].filter(([name, before]) => {
    const after = folders[name]
    return after?.cnt !== before?.cnt || after?.maxuid !== before?.maxuid
  })
  if (looked.length === 0) return scopes.shown
  return looked.length === unseen.size ? scopes.all : undefined
}

interface ResponseForm {
  readonly name: string
  readonly respond: (context: CountsContext) => Promise<CountsResponse>
}

function formsOf(requested: ProvedRequest): readonly ResponseForm[] {
  switch (requested.action) {
    case 'getunread':
      return [
        { name: requested.action, respond: (context) => respondGetunread(requested, context) },
      ]
    case 'check-recent':
      return [refreshForm(requested, 'all')]
    case 'refresh':
      return [refreshForm(requested, 'shown'), refreshForm(requested, 'all')]
  }
}

function refreshForm(requests: RefreshRequest, scope: 'shown' | 'all'): ResponseForm {
  return {
    name: formName(requests, scope),
    respond: (context) => respondRefresh(requests, scope, context),
  }
}

/** Each search is proved automatically; what a folder is called changes nothing. */
function formName({ action, search }: RefreshRequest, scope: 'shown' | 'all' | 'either'): string {
  return [action, scope, search ?? ''].join(' ')
}
