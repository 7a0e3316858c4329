import { once } from 'node:events'
import { connect as connectTcp, isIP, Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { ImapFlow } from 'imapflow'
import type { Credential } from '../model/account.ts'
import { authenticate } from './authenticate.ts'
import { queryCapabilities, nonSynchronizingBytes, type Capabilities } from './capabilities.ts'
import { MailFault } from '../model/mail-fault.ts'
import { faultOfGoodbye, faultOfSignInClosing, faultOfSilence } from '../imap/fault.ts'
import { proxyHeader } from './proxy-header.ts'
import { createConversation, type Conversation } from '../imap/conversation.ts'
import type { ResponseLimits } from '../imap/parser/limits.ts'
import { readSignInFacts, type SignedInServer } from './sign-in-facts.ts'
import { silentServer, stoppedWaiting } from '../queue/waiting-limit.ts'
import {
  createSignsOfLife,
  untilAborted,
  whileResponding,
} from '../../../plugin/concurrency/waiting.ts'

/** The IMAP server and the limits of every connection to it. */
export interface ImapServer {
  readonly host: string
  readonly port: number
  readonly tls: 'none' | 'starttls' | 'tls'
  readonly tlsOptions: ConnectionOptions
  /** It wants the PROXY protocol, which names the client, before anything else. */
  readonly proxyProtocol: boolean
  /** Longest silence of the server at connecting, greeting, TLS and the password, unless the request has others. */
  readonly connectTimeoutMs: number
  readonly commandTimeoutMs: number
  readonly now: () => number
  /** Of one response of the server. */
  readonly limits: ResponseLimits
}

/** No greeting or capability list is longer; what is requested later has limits of its own. */
const GREETING_BYTES = 64 * 1024

/** Said before the sign-in was over. */
const MAX_EARLY_NOTICES = 3

/** imapflow's names for them. */
const LIMIT_CODES: ReadonlySet<string> = new Set([
  'LineTooLarge',
  'LiteralTooLarge',
  'ResponseTooLarge',
])

/** A connection that has just been authenticated, and what the server said on the way. */
export interface OpenedConversation extends SignedInServer {
  readonly conversation: Conversation
}

/** Longest silences of the server while a connection is opened. */
export interface SignInWaits {
  /** At connecting, greeting and TLS. */
  readonly connectMs: number
  /** Once it has the password: servers hold their responses back after wrong ones. */
  readonly passwordMs: number
}

export interface ConnectionRequest {
  readonly credential: Credential
  readonly clientIp: string
  readonly signal: AbortSignal
  readonly waits?: SignInWaits
  /** The server gave a sign of life before the connection is open. */
  readonly onHeard?: (() => void) | undefined
  /** The server wants its user to read this text; reported after the sign-in. */
  readonly onNotice: (message: string) => void
  /** Told once of the end of a connection that was opened. */
  readonly onClosed: (fault: MailFault, lostCommands: number) => void
}

/**
 * The only place that knows imapflow. It connects, takes the greeting and negotiates TLS; then the
 * socket is taken over by our own conversation, because imapflow sends one command at a time, which is
 * a round trip each, and spends 3 to 9 times the CPU on each response. Signs in (spec 5.1) in three round
 * trips: the greeting, the password, and all the rest. Throws MailFault.
 */
export async function openConversation(
  server: ImapServer,
  request: ConnectionRequest,
): Promise<OpenedConversation> {
  const { credential, signal } = request
  const waits = request.waits ?? {
    connectMs: server.connectTimeoutMs,
    passwordMs: server.connectTimeoutMs,
  }
  const signs = createSignsOfLife(server.now)
  const onHeard = () => {
    signs.onHeard()
    request.onHeard?.()
  }
  const limit = { signal, timedOut: silentServer, quietMs: signs.quietMs }
  try {
    if (credential.password === '') {
      throw new MailFault('authentication_refused', 'Authentication failed.')
    }
    const greeted = await whileResponding({ ...limit, limitMs: waits.connectMs }, (inTime) =>
      connect(server, { clientIp: request.clientIp, onHeard, signal: inTime }),
    )
    return await whileResponding({ ...limit, limitMs: waits.passwordMs }, (inTime) =>
      signIn(greeted, server, { ...request, waits, signal: inTime, onHeard }),
    )
  } catch (error) {
    throw MailFault.at('imap sign-in', error)
  }
}

/** A connection that no one has signed in on. */
interface GreetedConnection {
  readonly socket: Socket
  /** Empty when the server has not sent them yet. */
  readonly capabilities: Capabilities
}

interface Greeting {
  readonly clientIp: string
  readonly onHeard: () => void
  readonly signal: AbortSignal
}

/** A connection dropped before the greeting is tried again: nothing was sent on it. */
async function connect(
  server: ImapServer,
  { clientIp, onHeard, signal }: Greeting,
): Promise<GreetedConnection> {
  for (let attempt = 1; ; attempt += 1) {
    const named = await connectNamed(server, clientIp, signal)
    const client = new ImapFlow(clientOptions(server, named))
    // imapflow reports some failures twice; connect() has already rejected with them.
    client.on('error', () => undefined)
    client.on('response', onHeard)
    onlyConnect(client, server)
    try {
      const connecting = client.connect()
      if (named === undefined && server.proxyProtocol) nameOnConnect(client, clientIp)
      await untilAborted(connecting, signal, stoppedWaiting)
      onHeard()
      return greeted(client)
    } catch (error) {
      client.close()
      named?.destroy()
      if (error instanceof MailFault) throw error
      if (attempt > 1 || !wasDropped(client, error)) throw faultOf(error)
    }
  }
}

/**
 * Replaces what imapflow does once it was greeted, for which it has no option: it would send ID, which is a round trip before the
 * password (test/proxy/mail/account/sign-in-round-trips.test.ts), and end for want of a password, which it is not given.
 */
function onlyConnect(client: ImapFlow, { tls }: ImapServer): void {
  const secure = async () => {
    if (tls !== 'starttls') return
    // Many greetings tell no capabilities: a server without it says so (RFC 9051 6.2.1).
    client.capabilities.set('STARTTLS', true)
    await client.upgradeToSTARTTLS()
  }
  Reflect.set(client, 'startSession', secure)
}

function wasDropped(client: ImapFlow, error: unknown): boolean {
  const code = property(error, 'code') ?? ''
  const hasAnswered = client.greeting !== undefined || property(error, 'reason') !== undefined
  return !hasAnswered && (code === 'ECONNRESET' || code.startsWith('ClosedAfterConnect'))
}

/** The PROXY protocol's header goes before TLS, so that imapflow gets a connection that has sent it. Throws MailFault. */
async function connectNamed(
  { host, port, tls, proxyProtocol }: ImapServer,
  clientIp: string,
  signal: AbortSignal,
): Promise<Socket | undefined> {
  if (!proxyProtocol || tls !== 'tls') return undefined
  const socket = connectTcp({ host, port })
  try {
    await untilAborted(once(socket, 'connect'), signal, stoppedWaiting)
  } catch (error) {
    socket.destroy()
    throw error instanceof MailFault ? error : faultOf(error)
  }
  sendName(socket, clientIp)
  return socket
}

/** Without TLS imapflow takes no connection of ours; it writes nothing before the greeting. */
function nameOnConnect(client: ImapFlow, clientIp: string): void {
  const socket: unknown = Reflect.get(client, 'socket')
  if (!(socket instanceof Socket)) throw new MailFault('unavailable', 'No connection')
  socket.once('connect', () => sendName(socket, clientIp))
}

function sendName(socket: Socket, clientIp: string): void {
  const { remoteAddress: serverIp = '', remotePort: serverPort = 0 } = socket
  socket.write(proxyHeader({ clientIp, serverIp, serverPort }))
}

function clientOptions(server: ImapServer, named: Socket | undefined) {
  return {
    host: server.host,
    port: server.port,
    secure: server.tls === 'tls',
    doSTARTTLS: server.tls === 'starttls',
    // Handed on to `connect` of node:tls.
    tls: named === undefined ? server.tlsOptions : { ...server.tlsOptions, socket: named },
    ...(isIP(server.host) === 0 ? { servername: server.host } : {}),
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: server.connectTimeoutMs,
    greetingTimeout: server.connectTimeoutMs,
    socketTimeout: server.commandTimeoutMs,
    maxLineLength: GREETING_BYTES,
    maxLiteralSize: GREETING_BYTES,
    maxResponseSize: 2 * GREETING_BYTES,
  } as const
}

function greeted(client: ImapFlow): GreetedConnection {
  // PREAUTH: whose mailbox it is, no password has shown.
  if (client.authenticated !== false) {
    throw new MailFault('unavailable', 'The mail server asks for no password')
  }
  const { socket } = client.unbind()
  if (!(socket instanceof Socket)) throw new MailFault('unavailable', 'No connection')
  socket.setTimeout(0)
  socket.setNoDelay(true)
  const names = [...client.capabilities.keys()].map((name) => name.toUpperCase())
  return { socket, capabilities: new Set(names) }
}

type SignInRequest = ConnectionRequest &
  Required<Pick<ConnectionRequest, 'waits'>> & {
    readonly onHeard: () => void
  }

async function signIn(
  { socket, capabilities: greetedWith }: GreetedConnection,
  server: ImapServer,
  { credential, clientIp, waits, signal, onHeard, onNotice, onClosed }: SignInRequest,
): Promise<OpenedConversation> {
  let capabilities = greetedWith
  let isSignedIn = false
  // What is said to who guesses a password is not for its owner.
  const early: string[] = []
  const password = { isWithServer: false }
  const conversation = createConversation({
    socket,
    nonSynchronizingBytes: () => nonSynchronizingBytes(capabilities),
    commandTimeoutMs: server.commandTimeoutMs,
    limits: server.limits,
    now: server.now,
    onNotice: (message) => {
      if (isSignedIn) onNotice(message)
      else if (early.length < MAX_EARLY_NOTICES) early.push(message)
    },
    onClosed: (fault, lostCommands) => {
      if (isSignedIn) onClosed(fault, lostCommands)
    },
  })
  const prove = async () => {
    if (capabilities.size === 0)
      capabilities = (await queryCapabilities(conversation)) ?? capabilities
    const before = capabilities
    password.isWithServer = true
    const limitMs = waits.passwordMs
    const announced = await authenticate(conversation, {
      credential,
      capabilities,
      clientIp,
      limitMs,
    })
    password.isWithServer = false
    const signedIn = await readSignInFacts(conversation, { announced, before, clientIp })
    capabilities = signedIn.capabilities
    return { conversation, ...signedIn }
  }
  socket.on('data', onHeard)
  socket.resume()
  try {
    const opened = await untilAborted(prove(), signal, stoppedWaiting)
    if (!conversation.isOpen) throw new MailFault('unavailable', 'Connection closed')
    isSignedIn = true
    early.forEach(onNotice)
    return opened
  } catch (error) {
    const fault = error instanceof MailFault ? faultOfSignInClosing(error) : faultOf(error)
    conversation.destroy(fault)
    // Anyone who guesses must not be forgiven a guess because its refusal takes long.
    throw password.isWithServer ? faultOfSilence(fault) : fault
  } finally {
    socket.off('data', onHeard)
  }
}

/** imapflow's errors are plain Errors with properties; this reads the ones its documentation names. */
function faultOf(error: unknown): MailFault {
  const goodbye = property(error, 'reason')
  if (goodbye !== undefined) return faultOfGoodbye(goodbye, error)
  const code = property(error, 'code')
  const message = error instanceof Error ? error.message : 'Connection failed'
  if (code !== undefined && LIMIT_CODES.has(code)) {
    const announced = `The mail server sent more than ${GREETING_BYTES} bytes in one answer to the sign-in`
    return new MailFault('response_too_large', announced, { cause: error })
  }
  const isTimeout = code === 'CONNECT_TIMEOUT' || code === 'GREETING_TIMEOUT' || code === 'ETIMEOUT'
  return new MailFault(isTimeout ? 'timed_out' : 'unavailable', message, { cause: error })
}

function property(error: unknown, name: string): string | undefined {
  const found: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}
