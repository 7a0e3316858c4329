import type { House } from '../request/services.ts'
import type { Route } from '../request/route.ts'
import { AnswerFailed, askedBy } from '../request/dialect.ts'
import { answerEvents } from './events.ts'
import { answerLogin } from './login.ts'
import { answerLogout } from './logout.ts'
import { answerMail } from './mail.ts'
import { answerPage } from './page.ts'
import type { Reply } from '../request/reply.ts'
import type { TrustedRequest } from '../request/trusted-request.ts'

/** Answers a request that passed the gate. A failure carries along how the request wanted to be answered. */
export async function answer(route: Route, request: TrustedRequest, house: House): Promise<Reply> {
  request.visitor.trace.isAction(route.kind === 'mail' ? route.action.name : route.kind)
  try {
    return await answerRoute(route, request, house)
  } catch (error) {
    const { ctx, parameters, location } = request
    throw new AnswerFailed(askedBy(ctx, parameters, location.mount), error)
  }
}

function answerRoute(route: Route, request: TrustedRequest, house: House): Promise<Reply> {
  switch (route.kind) {
    case 'page':
      return answerPage(request, house)
    case 'login':
      return answerLogin(request, house)
    case 'logout':
      return answerLogout(request, house)
    case 'events':
      return answerEvents(request, house)
    case 'mail':
      return answerMail(route.action, request, house)
  }
}
