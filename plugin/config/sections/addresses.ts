import { isIP } from 'node:net'
import { z } from 'zod'

/** Where a server is. A scheme or a port in it would be requested as a name. */
export const hostName = z
  .string()
  .refine(
    (host) => isIP(host) !== 0 || /^[^\s/:@]+$/.test(host),
    'a host name or an address, without scheme and port',
  )

/** Where requests are passed on to, each with the path it came with. */
export const origin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (url) => URL.canParse(url) && new URL(url).pathname === '/',
    'an address without a path, e.g. "http://127.0.0.1:8080"',
  )

/** An address, or a range of them (RFC 4632 3.1). */
export const addressRange = z.string().refine(isRange, 'an address or a range, e.g. "192.0.2.0/24"')

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = new Map([
    [4, 32],
    [6, 128],
  ]).get(isIP(address))
  if (most === undefined || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
}

/** `host:port`, an IPv6 address in brackets; `hostAndPortOf` takes it apart. A checked configuration can be checked again. */
export const hostAndPort = z
  .string()
  .refine((text) => partsOf(text) !== undefined, 'a host and a port, e.g. "127.0.0.1:25"')

interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** A checked `host:port` taken apart, the address without its brackets. */
export function hostAndPortOf(text: string): HostAndPort {
  return partsOf(text) ?? { host: text, port: 0 }
}

function partsOf(text: string): HostAndPort | undefined {
  const [, host, digits] = /^(\[[0-9a-f:.]+\]|[^\s/:@[\]]+):(\d{1,5})$/i.exec(text) ?? []
  const port = Number(digits)
  if (host === undefined || port < 1 || port > 65_535) return undefined
  return { host: host.replace(/^\[|\]$/g, ''), port }
}
