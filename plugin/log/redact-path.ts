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
const SECRET_NAMES: ReadonlySet<string> = new Set(['_token', '_pass'])

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
