import type { HotRequest } from '../request/hot-request.ts'
import {
  answerGetunread,
  answerRefresh,
  unseenFolders,
  type CountsAnswer,
  type CountsContext,
} from './answer-counts.ts'
import { passedOn, type Answer, type Candidate, type Lesson } from '../request/answer.ts'
import type { SessionView } from '../session/roundcube-session.ts'

/** What Roundcube answers as its settings say, which no request and no session tells. */
type ProvedRequest = Extract<HotRequest, { action: 'getunread' | 'refresh' | 'check-recent' }>
type RefreshRequest = Extract<HotRequest, { action: 'refresh' | 'check-recent' }>

/**
 * Answers in the form in which Roundcube has answered lately: settings decide which folders a refresh looks at. What was
 * not seen for a while is Roundcube's to answer once, and shows which form it is.
 */
export async function answerProved(asked: ProvedRequest, context: CountsContext): Promise<Answer> {
  const { forms } = context
  const asAsked = formsOf(asked)
  const known = asAsked.find(({ name }) => forms.isProved(name))
  if (known !== undefined) return given(await known.answer(context), context)
  const candidates: Candidate[] = []
  let passed = passedOn('not_learned')
  for (const { name: form, answer } of asAsked) {
    const candidate = await answer(context)
    if (candidate.kind === 'answered') candidates.push({ form, body: candidate.body })
    else passed = candidate
  }
  const [first] = candidates
  if (first === undefined) return passed
  if (asked.action !== 'refresh') return { ...passedOn('not_learned'), lesson: proofOf(candidates) }
  const either = formName(asked, 'either')
  const unseen = await unseenFolders(asked.mailbox, context)
  if (unseen === undefined || candidates.some(({ body }) => body !== first.body))
    return { ...passedOn('not_learned'), lesson: proofOf(candidates) }
  // Nothing is new anywhere, so that it does not matter which folders are looked at.
  if (unseen.size === 0 && forms.isProved(either)) return { kind: 'answered', body: first.body }
  const scopes = { either, shown: formName(asked, 'shown'), all: formName(asked, 'all') }
  return {
    ...passedOn('not_learned'),
    lesson: { kind: 'scope', body: first.body, unseen, scopes },
  }
}

/** Makes the session know what it is told. */
async function given(answer: CountsAnswer, { rememberCounts }: CountsContext): Promise<Answer> {
  if (answer.kind === 'passed-on') return answer
  const { body, told } = answer
  const isAlive = told === undefined || (await rememberCounts(told))
  return isAlive ? { kind: 'answered', body } : passedOn('no_session')
}

function proofOf(candidates: readonly Candidate[]): Lesson | undefined {
  // An answer that would be the same in two forms shows of neither that it is the one.
  const isTold = new Set(candidates.map(({ body }) => body)).size === candidates.length
  return isTold ? { kind: 'proof', candidates } : undefined
}

/**
 * The form that an answer of Roundcube has proved, by what its session has seen then. undefined: some of the folders were
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

interface AnswerForm {
  readonly name: string
  readonly answer: (context: CountsContext) => Promise<CountsAnswer>
}

function formsOf(asked: ProvedRequest): readonly AnswerForm[] {
  switch (asked.action) {
    case 'getunread':
      return [{ name: asked.action, answer: (context) => answerGetunread(asked, context) }]
    case 'check-recent':
      return [refreshForm(asked, 'all')]
    case 'refresh':
      return [refreshForm(asked, 'shown'), refreshForm(asked, 'all')]
  }
}

function refreshForm(asked: RefreshRequest, scope: 'shown' | 'all'): AnswerForm {
  return {
    name: formName(asked, scope),
    answer: (context) => answerRefresh(asked, scope, context),
  }
}

/** Each search is proved by itself; what a folder is called changes nothing. */
function formName({ action, search }: RefreshRequest, scope: 'shown' | 'all' | 'either'): string {
  return [action, scope, search ?? ''].join(' ')
}
