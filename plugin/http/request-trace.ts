import type {
  Account,
  Accounts,
  MailOptions,
  Renderer,
  Submission,
} from '../../proxy/mail/index.ts'

/** Where the time of a request goes. `own` is our own work; the others are waits for someone else. */
export const phases = [
  'gate',
  'panel',
  'session',
  'body',
  'own',
  'queue',
  'imap',
  'smtp',
  'render',
  'upstream',
] as const

export type Phase = (typeof phases)[number]

/** What a trace has learned by the end of its request. */
export interface TraceSummary {
  /** `mail/list`, `login`, …; `unrouted` for a request that was refused before its action was known. */
  readonly action: string
  /** Login name of the mailbox owner, once a session has named it. For logs only, never a metric's label. */
  readonly user: string | undefined
  /** The status of the webmail behind us; undefined where no request went there, or none was answered. */
  readonly webmailStatus: number | undefined
  readonly totalMs: number
  /** Only phases that took any time; together they are `totalMs`. */
  readonly phases: ReadonlyMap<Phase, number>
}

/** Work outside of the straight line, e.g. on the mail connection. */
export interface Span {
  /** From now on the time counts for another phase. */
  turnTo(phase: Phase): void
  end(): void
}

/**
 * Keeps the time of one request. Every moment counts for exactly one phase: when several spans are
 * under way at once, for the one that was served last.
 */
export interface RequestTrace {
  isAction(name: string): void
  isOf(user: string): void
  /** The webmail behind us answered. */
  webmailAnswered(status: number): void
  /** The straight line continues to the next phase. */
  enter(phase: Phase): void
  span(phase: Phase): Span
  summary(): TraceSummary
}

/** Starts the trace of a request in phase `gate`. `now` is a monotonic clock in ms. */
export function createRequestTrace(now: () => number): RequestTrace {
  const spent = new Map<Phase, number>()
  const spans: { phase: Phase }[] = []
  const startedAt = now()
  let action = 'unrouted'
  let user: string | undefined
  let webmailStatus: number | undefined
  let line: Phase = 'gate'
  let current: Phase = 'gate'
  let since = startedAt

  const countTime = (at: number): void => {
    if (at > since) spent.set(current, (spent.get(current) ?? 0) + at - since)
    since = at
    // A span that queues costs nothing while another one of this request is served.
    const served = spans.findLast(({ phase }) => phase !== 'queue')
    current = (served ?? spans.at(-1))?.phase ?? line
  }

  return {
    isAction(name) {
      action = name
    },
    isOf(name) {
      user = name
    },
    webmailAnswered(status) {
      webmailStatus = status
    },
    enter(phase) {
      line = phase
      countTime(now())
    },
    span(phase) {
      const span = { phase }
      spans.push(span)
      countTime(now())
      return {
        turnTo(next) {
          span.phase = next
          countTime(now())
        },
        end() {
          const index = spans.indexOf(span)
          if (index < 0) return
          spans.splice(index, 1)
          countTime(now())
        },
      }
    },
    summary() {
      const endedAt = now()
      countTime(endedAt)
      return { action, user, webmailStatus, totalMs: endedAt - startedAt, phases: spent }
    },
  }
}

/** Counts the time until the work is settled for the phase. */
export async function during<Result>(
  trace: RequestTrace,
  phase: Phase,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = trace.span(phase)
  try {
    return await work()
  } finally {
    span.end()
  }
}

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
        const tracedInputs = inputs.map((input) =>
          isMailOptions(input) ? onStart(input, span) : input,
        )
        return untilSettled(Reflect.apply(verb, target, tracedInputs), span)
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
    markupOf: (html, signal) => during(trace, 'render', () => renderer.markupOf(html, signal)),
    quotableOf: (html, signal) => during(trace, 'render', () => renderer.quotableOf(html, signal)),
  }
}

/** The submission server as one request uses it. Building the message is our own work. */
export function tracedSubmission(submission: Submission, trace: RequestTrace): Submission {
  return {
    newMessageId: (sender) => submission.newMessageId(sender),
    build: (message, options) => submission.build(message, options),
    buildReceipt: (receipt) => submission.buildReceipt(receipt),
    send: (message, credential, signal) =>
      during(trace, 'smtp', () => submission.send(message, credential, signal)),
    offersDeliveryStatus: () => submission.offersDeliveryStatus(),
    attachableBytes: () => submission.attachableBytes(),
    close: () => submission.close(),
  }
}

function onStart(options: MailOptions, span: Span): MailOptions {
  return { ...options, onStart: () => span.turnTo('imap') }
}

function isMailOptions(input: unknown): input is MailOptions {
  return typeof input === 'object' && input !== null && 'signal' in input
}

/** A verb that does not answer a promise, like watching, has its response at once. */
function untilSettled(response: unknown, span: Span): unknown {
  if (response instanceof Promise) return response.finally(() => span.end())
  span.end()
  return response
}
