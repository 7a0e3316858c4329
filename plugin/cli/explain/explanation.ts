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
  const told = requestLine(explained)
  return {
    requestId,
    at: new Date(at).toISOString(),
    user:
      told?.user ??
      explained.find(({ user }) => user !== undefined)?.user ??
      /Login failed for (.*) from \S+\. /.exec(errorLines[0] ?? '')?.[1],
    ip: told?.ip ?? / from (\S+)\. AUTHENTICATE PLAIN: /.exec(errorLines[0] ?? '')?.[1],
    action: told?.action,
    request: /\(([A-Z]+ \S+)\)$/.exec(errorLines[0] ?? '')?.[1],
    outcome: outcomeOf(told, errorLines),
    ms: told?.ms,
    phases: told?.phases ?? {},
    causes: causesOf(evidence),
    errorLines,
    atThatTime,
  }
}

/** What is told of the request as a whole; a sign-in has its line of the audit before that, and a fault of ours its stack. */
function requestLine(explained: readonly ExplainedRequest[]): ExplainedRequest | undefined {
  return explained.find(({ msg }) => msg.startsWith('request ')) ?? explained[0]
}

function outcomeOf(told: ExplainedRequest | undefined, errorLines: readonly string[]): string {
  if (told?.refusal !== undefined) return `${told.msg} (${told.refusal})`
  if (told?.webmailStatus !== undefined && told.webmailStatus >= 400) {
    return `${told.msg} (by Roundcube, status ${told.webmailStatus})`
  }
  if (told?.audit !== undefined) return `${told.audit} ${told.result ?? ''}`.trim()
  if (told !== undefined) return told.msg
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
  const told = requestLine(explained)
  const ofLines = errorLines.flatMap(toCause)
  const around = atThatTime.flatMap(toCause)
  const isStore = told?.refusal === undefined && slowest(told) === 'session'
  const all = isStore ? [...around, ...own, ...ofLines] : [...own, ...ofLines, ...around]
  return [...new Map(all.map((cause) => [cause.what, cause])).values()]
}

function toCause(line: string): readonly Cause[] {
  const cause = causeOfLine(line)
  return cause === undefined ? [] : [cause]
}

function slowest(told: ExplainedRequest | undefined): string | undefined {
  return Object.entries(told?.phases ?? {}).sort(([, one], [, other]) => other - one)[0]?.[0]
}
