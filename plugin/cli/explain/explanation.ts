import type { Cause } from '../../metrics/named-cause.ts'
import type { Evidence, ExplainedRequest } from './evidence.ts'
import { causeOfLine } from './known-lines.ts'

/** What `postern explain` answers, also as JSON. */
export interface Explanation {
  readonly requestId: string
  /** ISO 8601. */
  readonly at: string
  readonly user: string | undefined
  readonly ip: string | undefined
  readonly action: string | undefined
  /** Method and path, as the error log has them. */
  readonly request: string | undefined
  /** In words: slow, refused or failed, with the code. */
  readonly outcome: string
  readonly ms: number | undefined
  readonly phases: Readonly<Record<string, number>>
  /** The likeliest first; empty when nothing went wrong. */
  readonly causes: readonly Cause[]
  readonly errorLines: readonly string[]
  readonly atThatTime: readonly string[]
}

/** Puts together what the logs say; undefined when they say nothing of the request. */
export function explanationOf(requestId: string, evidence: Evidence): Explanation | undefined {
  const { errorLines, explained, atThatTime, at } = evidence
  if (at === undefined) return undefined
  const logged = requestLine(explained)
  return {
    requestId,
    at: new Date(at).toISOString(),
    user:
      logged?.user ??
      explained.find(({ user }) => user !== undefined)?.user ??
      /Login failed for (.*) from \S+\. /.exec(errorLines[0] ?? '')?.[1],
    ip: logged?.ip ?? / from (\S+)\. AUTHENTICATE PLAIN: /.exec(errorLines[0] ?? '')?.[1],
    action: logged?.action,
    request: /\(([A-Z]+ \S+)\)$/.exec(errorLines[0] ?? '')?.[1],
    outcome: outcomeOf(logged, errorLines),
    ms: logged?.ms,
    phases: logged?.phases ?? {},
    causes: causesOf(evidence),
    errorLines,
    atThatTime,
  }
}

/** What is told of the request as a whole; a sign-in has its line of the audit before that, and a fault of ours its stack. */
function requestLine(explained: readonly ExplainedRequest[]): ExplainedRequest | undefined {
  return explained.find(({ msg }) => msg.startsWith('request ')) ?? explained[0]
}

function outcomeOf(logged: ExplainedRequest | undefined, errorLines: readonly string[]): string {
  if (logged?.refusal !== undefined) return `${logged.msg} (${logged.refusal})`
  if (logged?.webmailStatus !== undefined && logged.webmailStatus >= 400) {
    return `${logged.msg} (by Roundcube, status ${logged.webmailStatus})`
  }
  if (logged?.audit !== undefined) return `${logged.audit} ${logged.result ?? ''}`.trim()
  if (logged !== undefined) return logged.msg
  return errorLines.length > 0
    ? 'not known: only the error log, below, has lines of it'
    : 'answered'
}

/**
 * The request's own cause first; what the process met at the same time in front of it where that explains why its store
 * was slow. Each once.
 */
function causesOf({ errorLines, explained, atThatTime }: Evidence): readonly Cause[] {
  const own = explained.flatMap(({ what, advice, setting }) =>
    what === undefined || advice === undefined ? [] : [{ what, advice, setting }],
  )
  const logged = requestLine(explained)
  const ofLines = errorLines.flatMap(toCause)
  const around = atThatTime.flatMap(toCause)
  const isStore = logged?.refusal === undefined && slowest(logged) === 'session'
  const all = isStore ? [...around, ...own, ...ofLines] : [...own, ...ofLines, ...around]
  return [...new Map(all.map((cause) => [cause.what, cause])).values()]
}

function toCause(line: string): readonly Cause[] {
  const cause = causeOfLine(line)
  return cause === undefined ? [] : [cause]
}

function slowest(logged: ExplainedRequest | undefined): string | undefined {
  return Object.entries(logged?.phases ?? {}).sort(([, one], [, other]) => other - one)[0]?.[0]
}
