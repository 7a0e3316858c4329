import { randomUUID } from 'node:crypto'
import type { RequestOrigin } from '../../store/index.ts'
import { printable } from './printable.ts'

/** What tells where a request goes, as far as it stands in the body of a POST. */
interface PostedRoute {
  get(name: '_task' | '_action'): string | undefined
}

/** A request as its lines in the error log name it (spec 7); what it writes carries the name along. */
export interface RequestName extends RequestOrigin {
  /** The body of a POST is read: what it says of task and action belongs to the path from now on. */
  isRoutedBy(parameters: PostedRoute, query: URLSearchParams): void
}

const MAX_PATH_CHARS = 256
const MAX_FIELD_CHARS = 32

/**
 * The name of one request. Blanks of the path are written as `%20`, since a log reader splits there;
 * with `redact` tokens and most digits of the panel segment are hidden.
 */
export function createRequestName(request: {
  readonly requestId: string
  readonly method: string
  /** As the client sent it. */
  readonly url: string
  readonly redact: boolean
}): RequestName {
  const { requestId, method, url, redact } = request
  // Most requests are never named.
  let path: string | undefined
  let posted = ''
  return {
    requestId,
    method,
    get pathAndQuery() {
      path ??= loggablePath(redact ? redactPath(url) : url)
      return path + posted
    },
    isRoutedBy(parameters, query) {
      if (method === 'POST') posted = postedPart(parameters, query, url.includes('?') ? '&' : '?')
    },
  }
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
function postedPart(parameters: PostedRoute, query: URLSearchParams, separator: string): string {
  const posted = new URLSearchParams()
  for (const name of ['_task', '_action'] as const) {
    const value = parameters.get(name) ?? ''
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

/**
 * Eight lower-case hexadecimal digits that tie the lines of one request together (spec 7). Always
 * random: Roundcube prints a part of the session id here, and so a part of a secret. The first digits of
 * a version 4 UUID are all random (RFC 9562 5.4), and Node makes UUIDs from random bytes kept in store.
 */
export function newRequestId(newUuid: () => string = randomUUID): string {
  return newUuid().slice(0, 8)
}
