import { lookup as lookUp } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { createWaitingLimit } from '../concurrency/waiting-limit.ts'
import { isPublicAddress } from './public-address.ts'

/** Bounds of one request, and what it may reach. */
export const ONE_CLICK_LIMITS = {
  /** From the name to the end of the response. */
  timeoutMs: 10_000,
  /** Other ports are no web servers that a list has for its readers. */
  port: 443,
  /** Of a test, whose server is on this machine: the certificate to trust there, in PEM. */
  localCertificate: '',
}

/** At a time in this process, and of one user: users click, programs do not. */
const MAX_REQUESTS = 16
const MAX_REQUESTS_OF_USER = 2
/** Nothing of a response is used. */
const MAX_RESPONSE_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 16 * 1024

/** Sends the POST of RFC 8058 to an address from a message, for `user`; true where the server took it. Never throws. */
export type PostOneClick = (url: string, user: string, signal: AbortSignal) => Promise<boolean>

/**
 * Builds it. The address is chosen by who wrote the message: https on the usual port only, by name, to a public address, which is the
 * one that is connected to; a redirect counts as a refusal (RFC 8058 3.1), and nothing of the response comes back.
 */
export function createOneClick(limits: typeof ONE_CLICK_LIMITS): PostOneClick {
  const semaphore = createSemaphore({
    max: MAX_REQUESTS,
    maxPerKey: MAX_REQUESTS_OF_USER,
    waitingLimit: createWaitingLimit({ maxWaiting: 0 }),
  })
  return async (url, user, signal) => {
    if (!isAllowed(new URL(url), limits.port)) return false
    const release = semaphore.takeFree(user)
    if (release === undefined) return false
    const dispatcher = new Agent({
      maxResponseSize: MAX_RESPONSE_BYTES,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect:
        limits.localCertificate === '' ? { lookup: lookUpPublic } : { ca: limits.localCertificate },
    })
    try {
      const { statusCode, body } = await request(url, {
        method: 'POST',
        dispatcher,
        signal: AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      await body.dump()
      return statusCode >= 200 && statusCode < 300
    } catch {
      // Why is of no use to who clicked, and tells a sender's network to nobody.
      return false
    } finally {
      release()
      await dispatcher.destroy()
    }
  }
}

/** A name is looked up and judged by its addresses; one that stands there as an address would be connected to without. */
function isAllowed({ protocol, hostname, port }: URL, allowedPort: number): boolean {
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  return protocol === 'https:' && isName && Number(port === '' ? 443 : port) === allowedPort
}

/** The public addresses of a name, which are the ones that are connected to. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { all: true }).then(
    (found) => {
      const addresses = found.filter(({ address }) => isPublicAddress(address))
      const [first] = addresses
      if (first === undefined) callback(new Error(`${hostname} has no public address`), '')
      else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    },
    (error: unknown) => {
      callback(error instanceof Error ? error : new Error(String(error)), '')
    },
  )
}
