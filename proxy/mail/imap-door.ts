import { isIP, Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { ImapFlow } from 'imapflow'
import type { Credential, SignInFacts } from './account.ts'
import { whileAnswering } from './answer-limit.ts'
import { MailFault } from './errors.ts'
import { faultOfAuthentication, faultOfGoodbye } from './imap-fault.ts'
import { createConversation, type Conversation } from './imap/conversation.ts'
import type { ResponseLimits } from './imap/response-limits.ts'
import { untilAborted } from './waiting-room.ts'

/** The IMAP server and the limits of every connection to it. */
export interface ImapServer {
  readonly host: string
  readonly port: number
  readonly tls: 'none' | 'starttls' | 'tls'
  readonly tlsOptions: ConnectionOptions
  /** Connecting, greeting, TLS and sign-in together. */
  readonly connectTimeoutMs: number
  readonly commandTimeoutMs: number
  readonly now: () => number
  /** Of one answer of the server. */
  readonly limits: ResponseLimits
}

/** No greeting, capability list or namespace is longer; what is asked for later has limits of its own. */
const SIGN_IN_BYTES = 64 * 1024

/** imapflow's names for them. */
const LIMIT_CODES: ReadonlySet<string> = new Set([
  'LineTooLarge',
  'LiteralTooLarge',
  'ResponseTooLarge',
])

/** A connection that has just been authenticated, and what the server told on the way. */
export interface OpenedConversation {
  readonly conversation: Conversation
  readonly capabilities: ReadonlySet<string>
  readonly facts: SignInFacts
}

export interface DoorRequest {
  readonly credential: Credential
  readonly clientIp: string
  readonly signal: AbortSignal
  readonly onClosed: (fault: MailFault, lostCommands: number) => void
}

/**
 * The only place that knows imapflow. It connects, negotiates TLS and signs in by AUTHENTICATE PLAIN
 * (spec 5.1); then the socket is taken over by our own conversation, because imapflow sends one
 * command at a time and spends 3 to 9 times the CPU on each answer. Throws MailFault.
 */
export async function openConversation(
  server: ImapServer,
  { credential, clientIp, signal, onClosed }: DoorRequest,
): Promise<OpenedConversation> {
  try {
    if (credential.password === '') {
      throw new MailFault('authentication_refused', 'Authentication failed.')
    }
    const client = await whileAnswering({ signal, limitMs: server.connectTimeoutMs }, (inTime) =>
      connect(server, credential, clientIp, inTime),
    )
    return takeOver(client, server, onClosed)
  } catch (error) {
    throw MailFault.at('imap sign-in', error)
  }
}

/** A connection dropped before the greeting is tried once more: nothing was sent on it. */
async function connect(
  server: ImapServer,
  credential: Credential,
  clientIp: string,
  signal: AbortSignal,
): Promise<ImapFlow> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new ImapFlow(clientOptions(server, credential, clientIp))
    // imapflow tells some failures twice; connect() has already rejected with them.
    client.on('error', () => undefined)
    try {
      await untilAborted(client.connect(), signal)
      return client
    } catch (error) {
      client.close()
      if (error instanceof MailFault) throw error
      if (attempt > 1 || !wasDropped(client, error)) throw faultOf(error)
    }
  }
}

function wasDropped(client: ImapFlow, error: unknown): boolean {
  const code = property(error, 'code') ?? ''
  const hasAnswered = client.greeting !== undefined || property(error, 'reason') !== undefined
  return !hasAnswered && (code === 'ECONNRESET' || code.startsWith('ClosedAfterConnect'))
}

function clientOptions(server: ImapServer, credential: Credential, clientIp: string) {
  return {
    host: server.host,
    port: server.port,
    secure: server.tls === 'tls',
    doSTARTTLS: server.tls === 'starttls',
    tls: server.tlsOptions,
    ...(isIP(server.host) === 0 ? { servername: server.host } : {}),
    auth: {
      user: credential.user,
      pass: credential.password,
      loginMethod: 'AUTH=PLAIN',
      ...(credential.authorizationId === undefined ? {} : { authzid: credential.authorizationId }),
    },
    // Dovecot counts its limits by this address when Postern's own is in login_trusted_networks.
    clientInfo: { name: 'Postern', 'x-originating-ip': clientIp },
    logger: false,
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableCompression: true,
    connectionTimeout: server.connectTimeoutMs,
    greetingTimeout: server.connectTimeoutMs,
    socketTimeout: server.commandTimeoutMs,
    maxLineLength: SIGN_IN_BYTES,
    maxLiteralSize: SIGN_IN_BYTES,
    maxResponseSize: 2 * SIGN_IN_BYTES,
  } as const
}

function takeOver(
  client: ImapFlow,
  server: ImapServer,
  onClosed: DoorRequest['onClosed'],
): OpenedConversation {
  const { socket } = client.unbind()
  if (!(socket instanceof Socket)) throw new MailFault('unavailable', 'No connection')
  socket.setTimeout(0)
  socket.setNoDelay(true)
  const capabilities = new Set([...client.capabilities.keys()].map((name) => name.toUpperCase()))
  const conversation = createConversation({
    socket,
    nonSynchronizingBytes: nonSynchronizingBytes(capabilities),
    commandTimeoutMs: server.commandTimeoutMs,
    limits: server.limits,
    now: server.now,
    onClosed,
  })
  socket.resume()
  return { conversation, capabilities, facts: factsOf(client, capabilities) }
}

/** RFC 7888. */
function nonSynchronizingBytes(capabilities: ReadonlySet<string>): number {
  if (capabilities.has('LITERAL+')) return Number.MAX_SAFE_INTEGER
  return capabilities.has('LITERAL-') || capabilities.has('IMAP4REV2') ? 4096 : -1
}

function factsOf(client: ImapFlow, capabilities: ReadonlySet<string>): SignInFacts {
  const { namespaces } = client
  const personal = pairsOf(namespaces?.personal)
  return {
    namespace: {
      personal,
      other: pairsOf(namespaces?.other),
      shared: pairsOf(namespaces?.shared),
    },
    delimiter: personal?.[0]?.[1] ?? '/',
    hasSpecialUse: capabilities.has('SPECIAL-USE') || capabilities.has('IMAP4REV2'),
  }
}

interface NamespaceEntry {
  readonly prefix?: string | undefined
  readonly delimiter?: string | null | undefined
}

function pairsOf(
  entries: readonly NamespaceEntry[] | false | null | undefined,
): readonly (readonly [prefix: string, delimiter: string])[] | null {
  if (entries === undefined || entries === null || entries === false) return null
  return entries.map(({ prefix, delimiter }) => [prefix ?? '', delimiter ?? ''] as const)
}

/** imapflow's errors are plain Errors with properties; this reads the ones its documentation names. */
function faultOf(error: unknown): MailFault {
  const status = property(error, 'responseStatus')
  if (status !== undefined) {
    const text = property(error, 'responseText') ?? ''
    const code = property(error, 'serverResponseCode')
    return faultOfAuthentication({ status, code, text }, error)
  }
  const goodbye = property(error, 'reason')
  if (goodbye !== undefined) return faultOfGoodbye(goodbye, error)
  const code = property(error, 'code')
  const words = error instanceof Error ? error.message : 'Connection failed'
  if (code !== undefined && LIMIT_CODES.has(code)) {
    const told = `The mail server sent more than ${SIGN_IN_BYTES} bytes in one answer to the sign-in`
    return new MailFault('response_too_large', told, { cause: error })
  }
  const isTimeout = code === 'CONNECT_TIMEOUT' || code === 'GREETING_TIMEOUT' || code === 'ETIMEOUT'
  return new MailFault(isTimeout ? 'timed_out' : 'unavailable', words, { cause: error })
}

function property(error: unknown, name: string): string | undefined {
  const found: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}
