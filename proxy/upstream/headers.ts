import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'

/** Meant for one hop only (RFC 9110 7.6.1), and Expect, which the first hop has answered already. */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * PHP and CGI write all other characters of a name as `_`: `X-Panel.User`, `X_Panel_User` and
 * `X-Panel-User` are one there (RFC 3875 4.1.18).
 */
const PLAIN_NAME = /^[a-z0-9-]+$/

/** Told by us alone; what a client says of itself never reaches an upstream. */
const FORWARDING = /^(?:forwarded|x-forwarded-.+|x-real-ip)$/

/**
 * `Proxy` is HTTP_PROXY to CGI (httpoxy, CVE-2016-5385); the others make a POST of ours another method to PHP frameworks, behind
 * all that was decided by the method.
 */
const REINTERPRETED = new Set([
  'proxy',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
])

/** How one request is to be passed on. */
export interface Forwarding {
  /** By the trusted-proxy rule; default: the peer of the socket. */
  readonly clientIp?: string
  readonly scheme?: 'http' | 'https'
  /** Cookies the upstream must neither see nor set. */
  readonly stripCookies?: readonly string[]
  /** Ours, instead of whatever the client sent under these names. */
  readonly headers?: Readonly<Record<string, string>>
  /** Set on the response where the upstream sets none of that name. Lower case. */
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** The body, where it was read from the request already. */
  readonly body?: Buffer
  /** Chooses another form of a response's body; by default it passes as it came. */
  readonly recode?: (response: {
    readonly status: number
    readonly headers: IncomingHttpHeaders
  }) => RecodedBody | undefined
  /** Largest body of a response that the caller wants a copy of; none unless given. */
  readonly copyBytes?: number
}

/** A body is written through the stream, and these headers say so; its length and ranges are left out. */
export interface RecodedBody {
  readonly stream: Transform
  readonly headers: Readonly<Record<string, string>>
}

/** What an upstream is never sent from a client. */
export interface HeaderRules {
  /** Names by which this upstream learns who the user is: only `Forwarding.headers` may set them. */
  readonly trustedHeaders: readonly string[]
  /** True for the panel alone: Authorization is its affair. */
  readonly passesAuthorization: boolean
}

/** The headers for the upstream: end-to-end headers of the client, cleaned, with ours on top. */
export function outgoingHeaders(
  req: IncomingMessage,
  forwarding: Forwarding,
  { trustedHeaders, passesAuthorization }: HeaderRules,
): IncomingHttpHeaders {
  const { stripCookies = [], headers: ours = {} } = forwarding
  const named = optionsOf(req.headers.connection)
  const trusted = new Set(
    [...trustedHeaders, ...Object.keys(ours)].map((name) => name.toLowerCase()),
  )
  const isRetained = (name: string) =>
    PLAIN_NAME.test(name) &&
    !HOP_BY_HOP.has(name) &&
    !REINTERPRETED.has(name) &&
    !named.has(name) &&
    !trusted.has(name) &&
    !FORWARDING.test(name) &&
    (passesAuthorization || name !== 'authorization')

  const headers: IncomingHttpHeaders = Object.fromEntries(
    Object.entries(req.headers).filter(([name]) => isRetained(name)),
  )
  const cookie = withoutCookies(headers.cookie, stripCookies)
  if (cookie === undefined) delete headers.cookie
  else headers.cookie = cookie
  return {
    ...headers,
    'x-forwarded-for': forwarding.clientIp ?? req.socket.remoteAddress ?? '127.0.0.1',
    'x-forwarded-proto': forwarding.scheme ?? 'http',
    ...ours,
  }
}

/** The response's headers without those of the upstream's own hop, and without the named cookies. */
export function responseHeaders(
  response: IncomingMessage,
  stripCookies: readonly string[] = [],
): readonly (readonly [string, string | string[]])[] {
  const named = optionsOf(response.headers.connection)
  return Object.entries(response.headers).flatMap(([name, value]) => {
    if (value === undefined || HOP_BY_HOP.has(name) || named.has(name)) return []
    if (name !== 'set-cookie' || typeof value === 'string') return [[name, value] as const]
    const remaining = value.filter((cookie) => !stripCookies.includes(cookieName(cookie)))
    return remaining.length === 0 ? [] : [[name, remaining] as const]
  })
}

function cookieName(cookie: string): string {
  return cookie.split(/[=;]/, 1).join('').trim()
}

function optionsOf(connection: string | undefined): ReadonlySet<string> {
  return new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
}

/** The Cookie header without the named cookies, all others byte for byte; undefined when none is left. */
function withoutCookies(header: string | undefined, names: readonly string[]): string | undefined {
  if (header === undefined || names.length === 0) return header
  const remaining = header.split(';').filter((pair) => {
    const [name = ''] = pair.split('=')
    return pair.trim() !== '' && !names.includes(name.trim())
  })
  return remaining.length === 0 ? undefined : remaining.join(';').trim()
}
