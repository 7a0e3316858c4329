import type { HotRequest } from '../request/hot-request.ts'
import {
  answerGetunread,
  answerRefresh,
  type CountsContext,
  type RefreshScope,
} from './answer-counts.ts'
import { passedOn, type Answer, type Candidate } from '../request/answer.ts'
import type { LearnedAnswers } from './learned-answers.ts'

/** What Roundcube answers as its settings say, which no request and no session tells. */
type ProvedRequest = Extract<HotRequest, { action: 'getunread' | 'refresh' | 'check-recent' }>

/**
 * Answers in the form in which Roundcube has answered lately: settings decide which folders a refresh looks at. What was
 * not seen for a while is Roundcube's to answer once, and shows which form it is.
 */
export async function answerProved(
  asked: ProvedRequest,
  context: CountsContext,
  proofs: Pick<LearnedAnswers, 'isProved'>,
): Promise<Answer> {
  const { learned } = context
  if (learned === undefined) return passedOn('not_learned')
  const forms = formsOf(asked)
  const known = forms.find(({ name }) => proofs.isProved(learned, name))
  if (known !== undefined) return known.answer(context)
  const candidates: Candidate[] = []
  let passed = passedOn('not_learned')
  for (const { name: form, answer } of forms) {
    const given = await answer(context)
    if (given.kind === 'answered') candidates.push({ form, body: given.body })
    else passed = given
  }
  if (candidates.length === 0) return passed
  // An answer that would be the same in two forms shows of neither that it is the one.
  const isTold = new Set(candidates.map(({ body }) => body)).size === candidates.length
  return {
    ...passedOn('not_learned'),
    lesson: isTold ? { kind: 'proof', candidates } : undefined,
  }
}

interface AnswerForm {
  readonly name: string
  readonly answer: (context: CountsContext) => Promise<Answer>
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

function refreshForm(
  asked: Extract<ProvedRequest, { action: 'refresh' | 'check-recent' }>,
  scope: RefreshScope,
): AnswerForm {
  return {
    // Each search is proved by itself.
    name: [asked.action, scope, asked.search ?? '', asked.mailbox].join(' '),
    answer: (context) => answerRefresh(asked, scope, context),
  }
}
