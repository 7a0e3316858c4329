import type { RequestOrigin } from '../../store/index.ts'
import { printable } from './printable.ts'

/** What reports where a request goes, as far as it is in the body of a POST. */
export interface PostedRoute {
  readonly task: string | undefined
  readonly action: string | undefined
}

/** A request as far as its lines in the error log tell of it. */
interface NamedRequest {
  readonly method: string
  /** As the client sent it. */
  readonly url: string
  readonly query: URLSearchParams
  /** What the body of a POST says, once it is read. */
  readonly posted: PostedRoute | undefined
}

const MAX_PATH_CHARS = 256
const MAX_FIELD_CHARS = 32

/**
 * The path and query by which lines of the error log name a request (spec 7), with the task and the action of a POST.
 * Blanks are written as `%20`, since a log reader splits there; tokens and most digits of the panel
 * segment are hidden.
 */
export function pathInLog({ method, url, query, posted }: NamedRequest): string {
  const path = loggablePath(redactPath(url))
  if (method !== 'POST' || posted === undefined) return path
  return path + postedPart(posted, query, url.includes('?') ? '&' : '?')
}

/** The name as it is now, to be kept beyond the request. */
export function asOrigin({ requestId, method, pathAndQuery }: RequestOrigin): RequestOrigin {
  return { requestId, method, pathAndQuery }
}

/** A path as a line shows it: bounded, printable and without blanks. */
export function loggablePath(pathAndQuery: string, maxChars = MAX_PATH_CHARS): string {
  return printable(pathAndQuery, maxChars).replaceAll(/\s/g, '%20')
}

/** `_task` and `_action` of the body, where the query has none. */
function postedPart(
  { task, action }: PostedRoute,
  query: URLSearchParams,
  separator: string,
): string {
  const posted = new URLSearchParams()
  const words = [
    ['_task', task],
    ['_action', action],
  ] as const
  for (const [name, value = ''] of words) {
    if (value !== '' && (query.get(name) ?? '') === '') {
      posted.set(name, value.slice(0, MAX_FIELD_CHARS))
    }
  }
  return posted.size === 0 ? '' : `${separator}${posted.toString()}`
}

/**
 * The path and query of a request as a log may show them: the last six digits of the panel segment and
 * the values of tokens and passwords are hidden. Everything else stays, so that log readers match.
 */
export function redactPath(pathAndQuery: string): string {
  const start = pathAndQuery.indexOf('?')
  if (start < 0) return hideSegment(pathAndQuery)
  const query = pathAndQuery
    .slice(start + 1)
    .split('&')
    .map(hideSecret)
    .join('&')
  return `${hideSegment(pathAndQuery.slice(0, start))}?${query}`
}

const SEGMENT = /(\/[A-Za-z]+\d{4})\d{6}(?!\d)/g
const SECRET_NAMES: ReadonlySet<string> = new Set([
  '_token',
  '_pass',
  '_present',
  '_wanted',
  '_code',
  '_ticket',
])

function hideSegment(path: string): string {
  return path.replace(SEGMENT, '$1xxxxxx')
}

function hideSecret(pair: string): string {
  const equals = pair.indexOf('=')
  if (equals < 0 || !SECRET_NAMES.has(decodedName(pair.slice(0, equals)))) return pair
  return `${pair.slice(0, equals)}=***`
}

/** A name may be percent-encoded (`%5Ftoken`); one that does not decode is no name of ours. */
function decodedName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
