import type { House } from '../house.ts'
import type { Route } from '../route.ts'
import { AnswerFailed, askedBy } from './asked.ts'
import { answerEvents } from './events.ts'
import { answerLogin } from './login.ts'
import { answerLogout } from './logout.ts'
import { answerMail } from './mail.ts'
import { answerPage } from './page.ts'
import type { Reply } from './reply.ts'
import type { TrustedRequest } from './request.ts'

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
