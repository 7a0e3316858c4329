import { getSystemErrorName } from 'node:util'
import type { Cause } from './named-cause.ts'

/** A server as its causes name it. */
interface QueriedServer {
  /** In words, e.g. `the mail server`. */
  readonly server: string
  /** The section of the configuration that says where it is. */
  readonly section: string
}

/** Causes of causes are followed no deeper. */
const MAX_DEPTH = 8

/**
 * Why a server could not be reached, in words, by the code of the system, of OpenSSL or of imapflow behind the error (Node's
 * "Common system errors" and X509 codes, OpenSSL's verify(1)). undefined where no code tells.
 */
export function connectionCause(
  error: unknown,
  { server, section }: QueriedServer,
): Cause | undefined {
  for (const code of codesOf(error, MAX_DEPTH)) {
    const meaning = meanings[code] ?? (code.startsWith('ERR_SSL_') ? TLS_MISMATCH : undefined)
    if (meaning === undefined) continue
    const { what, advice, settings } = meaning
    return {
      what: `${server} ${what} (${code})`,
      advice,
      setting: settings.map((name) => `${section}.${name}`).join(', '),
    }
  }
  return undefined
}

interface Meaning {
  readonly what: string
  readonly advice: string
  readonly settings: readonly string[]
}

const NO_NAME: Meaning = {
  what: 'is not found: its name does not resolve',
  advice: 'correct the name, or the DNS of this machine (/etc/resolv.conf)',
  settings: ['host'],
}
const NO_WAY: Meaning = {
  what: 'cannot be reached from here',
  advice:
    'look at firewalls and routes, and at IPAddressAllow of the unit (systemctl edit postern)',
  settings: ['host'],
}
const TLS_MISMATCH: Meaning = {
  what: 'does not speak TLS as it is configured',
  advice:
    'true: TLS from the first byte (ports 993, 465); "starttls": begun in plain (143, 587); false: none',
  settings: ['tls', 'port'],
}
const UNTRUSTED: Meaning = {
  what: 'has a certificate that is not trusted',
  advice:
    'give it one of a known authority, or name its own by NODE_EXTRA_CA_CERTS; on loopback rejectUnauthorized may be false',
  settings: ['rejectUnauthorized'],
}

const meanings: Readonly<Record<string, Meaning | undefined>> = {
  ECONNREFUSED: {
    what: 'refuses connections',
    advice: 'nothing listens at that address: start it, or correct host and port',
    settings: ['host', 'port'],
  },
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  EDNS: NO_NAME,
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  EPERM: NO_WAY,
  EACCES: NO_WAY,
  CONNECT_TIMEOUT: NO_WAY,
  GREETING_TIMEOUT: {
    what: 'took the connection and did not greet',
    advice: 'it is overloaded, or it waits for TLS at that port',
    settings: ['tls', 'port', 'connectTimeoutMs'],
  },
  EPROTO: TLS_MISMATCH,
  NO_STARTTLS: TLS_MISMATCH,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: {
    what: 'has a certificate that is over',
    advice: 'renew it; if it is not over, the clock of this machine is wrong',
    settings: ['host'],
  },
  CERT_NOT_YET_VALID: {
    what: 'has a certificate that is not valid yet',
    advice: 'set the clock of this machine (timedatectl)',
    settings: ['host'],
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: 'has a certificate for another name',
    advice: 'use a name that is in its certificate',
    settings: ['host'],
  },
}

/** The codes of an error and of what caused it, the deepest last. */
function* codesOf(error: unknown, depth: number): Generator<string> {
  if (!(error instanceof Error) || depth === 0) return
  yield* codesOf(error.cause, depth - 1)
  if (error instanceof AggregateError) yield* codesOf(error.errors[0], depth - 1)
  // nodemailer writes its own code over the system's, and leaves the number.
  if ('errno' in error && typeof error.errno === 'number' && error.errno < 0) {
    yield getSystemErrorName(error.errno)
  }
  if ('code' in error && typeof error.code === 'string') yield error.code
  // nodemailer keeps the words of OpenSSL only.
  if (/wrong version number|packet length too long/i.test(error.message)) yield 'EPROTO'
}
