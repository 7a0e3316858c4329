import { isIP, isIPv4 } from 'node:net'
import type { ReachedServer } from './line-socket.ts'

/** The ends of a connection, as the server behind a proxy is to see them. */
interface ProxiedConnection extends ReachedServer {
  /** Address of the client. */
  readonly clientIp: string
}

/** The first twelve bytes (The PROXY protocol 2.2). */
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const VERSION_2_LOCAL = 0x20
const VERSION_2_PROXY = 0x21
const TCP_OVER_IPV4 = 0x11
const TCP_OVER_IPV6 = 0x21
/** Which of its ports the client used is unknown here. */
const CLIENT_PORT = 0

/**
 * The header that names the client to a server behind us, in HAProxy's PROXY protocol, version 2
 * (https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt).
 */
export function proxyHeader({ clientIp, serverIp, serverPort }: ProxiedConnection): Buffer {
  // A client of a Unix socket has none.
  if (isIP(clientIp) === 0) return ownProxyHeader()
  const isShort = isIPv4(clientIp) && isIPv4(serverIp)
  const bytesOf = isShort ? ipv4Bytes : ipv6Bytes
  const ports = Buffer.alloc(4)
  ports.writeUInt16BE(CLIENT_PORT, 0)
  ports.writeUInt16BE(serverPort, 2)
  const addresses = Buffer.concat([bytesOf(clientIp), bytesOf(serverIp), ports])
  return header(VERSION_2_PROXY, isShort ? TCP_OVER_IPV4 : TCP_OVER_IPV6, addresses)
}

/** The header of a connection that is for no client. */
export function ownProxyHeader(): Buffer {
  return header(VERSION_2_LOCAL, 0, Buffer.alloc(0))
}

function header(command: number, family: number, addresses: Buffer): Buffer {
  const rest = Buffer.from([command, family, addresses.length >> 8, addresses.length & 0xff])
  return Buffer.concat([SIGNATURE, rest, addresses])
}

function ipv4Bytes(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number))
}

/** An IPv4 address goes as its mapped form (RFC 4291 2.5.5.2). */
function ipv6Bytes(address: string): Buffer {
  if (isIPv4(address)) {
    return Buffer.concat([Buffer.alloc(10), Buffer.from([0xff, 0xff]), ipv4Bytes(address)])
  }
  // The URL parser writes any spelling, also with dots, in groups of hexadecimal digits.
  const [withoutZone = ''] = address.split('%')
  const { hostname } = new URL(`http://[${withoutZone}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const before = groups(head)
  const after = groups(tail ?? '')
  const missing = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const bytes = Buffer.alloc(16)
  for (const [index, group] of [...before, ...missing, ...after].entries()) {
    bytes.writeUInt16BE(Number.parseInt(group, 16), 2 * index)
  }
  return bytes
}
