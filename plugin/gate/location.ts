import type { Parameters } from '../http/body/parameters.ts'
import { Refusal } from '../http/refusal.ts'
import { checkTarget, requestPathOf } from './framing-guard.ts'

/** Which path is the webmail's: the letters of the panel segment and the application's directory. */
export interface LocationRules {
  readonly letters: string
  readonly app: string
}

/** Where in the webmail a request goes. */
export interface Location {
  readonly segment: Segment
  /** `/cpsess0228251236/3rdparty/roundcube/`, with both slashes. */
  readonly mount: string
  readonly file: LocationFile
  /** The mount alone: the script is meant, without its name. */
  readonly isMount: boolean
}

/**
 * What is behind the mount: the one script path (spec 4), one of our own static files under
 * `postern/`, or any other file, which only a webmail behind us can know.
 */
export type LocationFile = 'script' | { readonly asset: string } | { readonly other: string }

/**
 * Reads the webmail path from the raw request target, as text and without decoding. Answers undefined
 * for paths of others. Throws Refusal for anything that merely resembles the webmail path, so that a
 * lookalike reaches neither a handler nor an upstream.
 */
export function parseLocation(rawUrl: string, rules: LocationRules): Location | undefined {
  checkTarget(rawUrl)
  const path = requestPathOf(rawUrl)
  const segment = segmentAt(path, rules.letters)
  const mount = segment === undefined ? '' : `${segment.path}/3rdparty/${rules.app}/`
  if (segment === undefined || !path.startsWith(mount)) {
    refuseLookalike(path, rules)
    return undefined
  }

  return {
    segment,
    mount,
    file: parseFile(path.slice(mount.length), rules),
    isMount: path === mount,
  }
}

/**
 * Where the mount is, relative to its address without the slash, with the query that came; undefined for any other
 * address. It is compared as it stands: what only resembles it is refused by `parseLocation`.
 */
export function mountWithSlash(
  rawUrl: string,
  { letters, app }: LocationRules,
): string | undefined {
  const path = requestPathOf(rawUrl)
  const segment = segmentAt(path, letters)
  if (segment === undefined || path !== `${segment.path}/3rdparty/${app}`) return undefined
  return `${app}/${rawUrl.slice(path.length)}`
}

/** The relative way from an address below the mount to the mount: `../` for each level, empty for any other address. */
export function wayToMount(rawUrl: string, { letters, app }: LocationRules): string {
  const path = requestPathOf(rawUrl)
  const segment = segmentAt(path, letters)
  if (segment === undefined) return ''
  const mount = `${segment.path}/3rdparty/${app}/`
  if (!path.startsWith(mount)) return ''
  return '../'.repeat(path.slice(mount.length).split('/').length - 1)
}

/** The query of a raw request target; parsed here once for the whole way of a request. */
export function parseQuery(rawUrl: string): URLSearchParams {
  return new URLSearchParams(rawUrl.slice(requestPathOf(rawUrl).length))
}

/** The parameters of a request without a body. Throws Refusal. */
export function queryParameters(
  query: URLSearchParams,
  { formFields }: { readonly formFields: number },
): Parameters {
  if (query.size > formFields) throw new Refusal('input_invalid')
  return { get: (name) => query.get(name) ?? undefined, files: [] }
}

const ASSET = /^postern\/([A-Za-z0-9][A-Za-z0-9._-]*)$/
const PLAIN_FILE = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*\/)*(?:[A-Za-z0-9_][A-Za-z0-9._-]*)?$/

function parseFile(file: string, rules: LocationRules): LocationFile {
  if (file === '' || file === 'index.php') return 'script'
  const asset = ASSET.exec(file)?.[1]
  if (asset !== undefined) return { asset }
  // `INDEX.PHP`, `index.php/x` and `index.php.` are the script to some servers and not to others.
  const isScriptLookalike = /^index\.php/i.test(file)
  if (isScriptLookalike || !PLAIN_FILE.test(file)) throw new Refusal('path_refused')
  refuseLookalike(`/${file}`, rules)
  return { other: file }
}

/**
 * Compares what a lenient server might make of the path: escapes decoded, case and width folded,
 * trailing dots and path parameters dropped. A path that then names our application is ours, but was
 * not written as a panel writes it.
 */
function refuseLookalike(path: string, { letters, app }: LocationRules): void {
  const segments = path.split('/').slice(1).map(loosen)
  const third = segments.findIndex((name, at) => name === '3rdparty' && segments[at + 1] === app)
  if (third === -1) return
  const hasSegment = third > 0 && segments[third - 1]?.startsWith(letters) === true
  throw new Refusal(third === 0 && !hasSegment ? 'segment_missing' : 'segment_malformed')
}

function loosen(segment: string): string {
  const decoded = decodeLeniently(decodeLeniently(segment))
  return decoded
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[;?#].*$/s, '')
    .replace(/[\s.\p{C}]+/gu, '')
}

/** Percent-decoding that leaves what is no UTF-8 as it stands: used for comparison only. */
function decodeLeniently(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      // Not UTF-8, so it cannot spell our application's name either.
      return escapes
    }
  })
}

const made: unique symbol = Symbol('segment')

/** The panel's segment of a path: letters and ten digits. Only `segmentAt` makes one, so it needs no other check. */
export interface Segment {
  readonly [made]: true
  /** Ten ASCII digits as text: leading zeros are real. */
  readonly digits: string
  /** As it is in the path, with its slash: `/cpsess0228251236`. */
  readonly path: string
}

/** The segment that a raw path starts with; undefined where it starts with anything else. */
export function segmentAt(path: string, letters: string): Segment | undefined {
  const end = 1 + letters.length + 10
  const digits = path.slice(1 + letters.length, end)
  if (!path.startsWith(`/${letters}`) || !/^[0-9]{10}$/.test(digits)) return undefined
  return { [made]: true, digits, path: path.slice(0, end) }
}
