import type {
  Account,
  Accounts,
  MailOptions,
  Renderer,
  Submission,
} from '../../proxy/mail/index.ts'
import { during, type Span, type RequestTrace } from '../http/request-trace.ts'

/**
 * The account as one request uses it: the wait for its turn counts as `queue`, the rest as `imap`. A
 * proxy, so that every verb is traced, also those that are added later.
 */
export function tracedAccount(account: Account, trace: RequestTrace): Account {
  return new Proxy(account, {
    get(target, name): unknown {
      const verb: unknown = Reflect.get(target, name)
      if (typeof verb !== 'function') return verb
      return (...inputs: unknown[]): unknown => {
        const span = trace.span('queue')
        const told = inputs.map((input) => (isMailOptions(input) ? onStart(input, span) : input))
        return untilSettled(Reflect.apply(verb, target, told), span)
      }
    },
  })
}

/** Signing in as one request does it; the wait for a connection counts as `imap` here. */
export function tracedSignIn(accounts: Accounts, trace: RequestTrace): Pick<Accounts, 'signIn'> {
  return {
    signIn: (credential, clientIp, options) =>
      during(trace, 'imap', () => accounts.signIn(credential, clientIp, options)),
  }
}

/** The renderer as one request uses it. */
export function tracedRenderer(renderer: Renderer, trace: RequestTrace): Renderer {
  return {
    frame: (request, signal) => during(trace, 'render', () => renderer.frame(request, signal)),
    imagesOf: (request, signal) =>
      during(trace, 'render', () => renderer.imagesOf(request, signal)),
    textOf: (html, signal) => during(trace, 'render', () => renderer.textOf(html, signal)),
    warm: () => renderer.warm(),
    close: () => renderer.close(),
  }
}

/** The submission server as one request uses it. Building the message is our own work. */
export function tracedSubmission(submission: Submission, trace: RequestTrace): Submission {
  return {
    newMessageId: (sender) => submission.newMessageId(sender),
    build: (message, options) => submission.build(message, options),
    send: (message, credential, signal) =>
      during(trace, 'smtp', () => submission.send(message, credential, signal)),
    close: () => submission.close(),
  }
}

function onStart(options: MailOptions, span: Span): MailOptions {
  return { ...options, onStart: () => span.turnTo('imap') }
}

function isMailOptions(input: unknown): input is MailOptions {
  return typeof input === 'object' && input !== null && 'signal' in input
}

/** A verb that does not answer a promise, like watching, has its answer at once. */
function untilSettled(answer: unknown, span: Span): unknown {
  if (answer instanceof Promise) return answer.finally(() => span.end())
  span.end()
  return answer
}
