import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import SMTPConnection, {
  type SMTPConnectionEnvelope,
  type SMTPConnectionOptions,
  type SMTPEnvelope,
} from 'nodemailer/lib/smtp-connection'
import { isBeyondAscii } from '../../address/mail-address.ts'
import type { Credential } from '../model/account.ts'
import { composeSource, createMessageId } from './build-message.ts'
import { buildReceipt } from './build-receipt.ts'
import { createOfferedExtensions, extensionsIn } from './offered-extensions.ts'
import { createDeliverySlots } from './delivery-slots.ts'
import { MailFault } from '../model/mail-fault.ts'
import type {
  BuiltMessage,
  MessageStamp,
  OutgoingMessage,
  OutgoingReceipt,
} from './outgoing-message.ts'
import { attachableBytes } from './size-limit.ts'
import { toSmtpFault } from './smtp-fault.ts'

export { byteCount } from './outgoing-message.ts'
export type {
  BuiltMessage,
  MessageStamp,
  OutgoingFile,
  OutgoingMessage,
} from './outgoing-message.ts'

/** Hands messages to the submission server. Throws MailFault. */
export interface Submission {
  /** In the domain of the sender, or our own where there is none. */
  newMessageId(sender: string | undefined): string
  build(message: OutgoingMessage, options?: BuildOptions): Promise<BuiltMessage>
  buildReceipt(receipt: OutgoingReceipt): Promise<BuiltMessage>
  /**
   * Resolves once the server accepted the message for every recipient; if it refuses one, no one gets it.
   * Throws MailFault `delivery_uncertain` when it had the whole message and did not answer.
   */
  send(
    message: BuiltMessage,
    credential: Credential | undefined,
    signal: AbortSignal,
  ): Promise<void>
  /** True where the server is known to offer DSN (RFC 3461); never waits. */
  offersDeliveryStatus(): boolean
  /** Bytes of attached files that a message may have for the server; undefined: as many as one likes, as far as is known. */
  attachableBytes(): number | undefined
  close(): Promise<void>
}

interface BuildOptions {
  /** For drafts and copies, which must remember the blind copies; what is sent never names them. */
  readonly keepBcc?: boolean
  /** Of a draft that is sent later as it is, and of the copy of what was sent. */
  readonly isWaiting?: boolean
  readonly stamp?: MessageStamp
}

export interface SubmissionOptions {
  readonly host: string
  readonly port: number
  readonly tls: 'none' | 'starttls' | 'tls'
  readonly rejectUnauthorized: boolean
  /** `none`: the server trusts this host, no credential ever leaves. */
  readonly auth: 'none' | 'user'
  /** Longest silence of the server at any step. */
  readonly timeoutMs: number
  /** Longest wait for a response before the server wants the message: it may take its time over that alone. */
  readonly responseMs?: number
  readonly maxConnections: number
  /** Deliveries that may wait for a connection. */
  readonly maxWaiting?: number
  /** Our own name in EHLO. */
  readonly hostname: string
  readonly now?: () => number
  readonly random?: (bytes: number) => Buffer
}

const CHUNK_BYTES = 64 * 1024
/** RFC 3461 4.4. */
const MAX_ENVELOPE_ID = 100
const DEFAULT_RESPONSE_MS = 9_000
/** Recipients are answered one after the other, and some servers ask others about each. */
const MS_PER_RECIPIENT = 1_000

/** A submission client (RFC 6409) that opens one connection per message; no user data is in its options. */
export function createSubmission({
  maxConnections,
  maxWaiting = 200,
  now = Date.now,
  random = randomBytes,
  ...server
}: SubmissionOptions): Submission {
  const slots = createDeliverySlots({ max: maxConnections, maxWaiting })
  const closing = new AbortController()
  const greetServer = () => greet(server, closing.signal)
  const extensions = createOfferedExtensions({ greet: greetServer, now })
  return {
    newMessageId: (sender) => createMessageId(sender ?? server.hostname, { now, random }),
    build: (message, { keepBcc = false, isWaiting, stamp } = {}) =>
      composeSource(message, { keepBcc, isWaiting, stamp, hostname: server.hostname, now, random }),
    buildReceipt: (receipt) => buildReceipt(receipt, { ...server, now, random }),
    send: (message, credential, signal) =>
      slots
        .use(signal, () =>
          deliver(message, server.auth === 'user' ? credential : undefined, { server, signal }),
        )
        .catch((error: unknown) => {
          throw MailFault.at('smtp', error)
        }),
    offersDeliveryStatus: () => extensions.current().has('DSN'),
    attachableBytes: () => attachableBytes(extensions.current().get('SIZE')),
    close() {
      closing.abort()
      return slots.close()
    },
  }
}

type Server = Omit<SubmissionOptions, 'maxConnections' | 'maxWaiting' | 'now' | 'random'>

async function deliver(
  message: BuiltMessage,
  credential: Credential | undefined,
  { server, signal }: { readonly server: Server; readonly signal: AbortSignal },
): Promise<void> {
  if (server.auth === 'user' && credential === undefined) {
    throw new MailFault('rejected', 'No credential to sign in with')
  }
  const connection = new SMTPConnection(connectionOptions(server, credential))
  const interruption = watch(connection, signal, server.responseMs ?? DEFAULT_RESPONSE_MS)
  const transfer: Transfer = { message, interruption, isWhole: false }
  try {
    await Promise.race([interruption.happened, transact(connection, transfer, credential)])
    connection.quit()
  } catch (error) {
    connection.close()
    throw toSmtpFault(error, transfer)
  } finally {
    interruption.forget()
  }
}

/** What the server says to EHLO, before anyone signs in. */
async function greet(server: Server, signal: AbortSignal): Promise<string> {
  const connection = new SMTPConnection(connectionOptions(server, undefined))
  const interruption = watch(connection, signal, server.responseMs ?? DEFAULT_RESPONSE_MS)
  try {
    interruption.awaitResponse()
    const connected = settled((done) => connection.connect(done))
    await Promise.race([interruption.happened, connected])
    const { lastServerResponse } = connection
    connection.quit()
    return lastServerResponse === false ? '' : lastServerResponse
  } catch (error) {
    connection.close()
    throw error
  } finally {
    interruption.forget()
  }
}

function connectionOptions(
  { host, port, tls, rejectUnauthorized, timeoutMs, hostname }: Server,
  credential: Credential | undefined,
): SMTPConnectionOptions {
  return {
    host,
    port,
    name: hostname,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { rejectUnauthorized },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // A delivery that failed is cut, not ended: the server must not take a half message for a whole one.
    socketCloseTimeout: 0,
    maxResponseSize: 64 * 1024,
    allowInternalNetworkInterfaces: true,
    ...(credential?.authorizationId === undefined
      ? {}
      : { customAuth: { PLAIN: plainFor(credential.authorizationId) } }),
  }
}

/** AUTH PLAIN with an authorization identity (RFC 4616), which nodemailer always leaves empty. */
function plainFor(
  authorizationId: string,
): NonNullable<SMTPConnectionOptions['customAuth']>[string] {
  return async (context) => {
    const { user, pass } = context.auth.credentials
    const token = Buffer.from(`${authorizationId}\0${user}\0${pass}`).toString('base64')
    const { status } = await context.sendCommand(`AUTH PLAIN ${token}`)
    if (status !== 235) throw new Error('AUTH PLAIN refused')
  }
}

/**
 * Rejects when something ends the delivery from outside: a broken connection, the caller's signal, or an
 * answer that does not come while a user waits for it.
 */
function watch(connection: SMTPConnection, signal: AbortSignal, responseMs: number) {
  const ended = new AbortController()
  let waiting: NodeJS.Timeout | undefined
  let tooLate = (): void => undefined
  /** Each step has the time of one response, and some more for what it asks. */
  const awaitResponse = (moreMs = 0): void => {
    clearTimeout(waiting)
    waiting = setTimeout(tooLate, responseMs + moreMs)
  }
  const happened = new Promise<never>((_resolve, reject) => {
    tooLate = () => reject(new MailFault('timed_out', 'No answer from the submission server'))
    const stop = () =>
      reject(new MailFault('timed_out', 'Stopped while sending', { cause: signal.reason }))
    // Stays attached after the delivery: an error during QUIT concerns no one, the message is accepted.
    connection.on('error', reject)
    signal.addEventListener('abort', stop, { once: true, signal: ended.signal })
  })
  // The race in deliver() may be over when the connection breaks; it has reported by then.
  happened.catch(() => undefined)
  return {
    happened,
    awaitResponse,
    messageIsWanted: () => clearTimeout(waiting),
    forget: () => {
      clearTimeout(waiting)
      ended.abort()
    },
  }
}

type Interruption = ReturnType<typeof watch>

/** The envelope as given to nodemailer, which fills in what became of the recipients. */
type TrackedEnvelope = SMTPEnvelope &
  Partial<Pick<SMTPConnectionEnvelope, 'accepted' | 'rejectedErrors'>>

/** How far a message is. */
interface Transfer {
  readonly message: BuiltMessage
  readonly interruption: Interruption
  /** The server may have all of it, with the final dot. */
  isWhole: boolean
}

async function transact(
  connection: SMTPConnection,
  transfer: Transfer,
  credential: Credential | undefined,
): Promise<void> {
  const { message, interruption } = transfer
  interruption.awaitResponse()
  await settled((done) => connection.connect(done))
  refuseUnlessTakesUtf8(connection, message)
  interruption.awaitResponse()
  if (credential !== undefined) await signIn(connection, credential)
  interruption.awaitResponse(MS_PER_RECIPIENT * message.envelope.to.length)
  const envelope: TrackedEnvelope = {
    from: message.envelope.from,
    to: [...message.envelope.to],
    size: message.source.length,
    // A forwarded message goes along in its own bytes; what we build ourselves is ASCII.
    use8BitMime: true,
    ...(message.envelope.reportsDelivery === true ? { dsn: statusRequest(message) } : {}),
  }
  const source = Readable.from(sourceUnlessRefused(transfer, envelope))
  try {
    await settled((done) => connection.send(envelope, source, done))
  } catch (error) {
    throw partialRefusal(envelope) ?? error
  }
}

/** RFC 3461 4: left out by the client where the server offers none. Of several recipients none is named to another's server. */
function statusRequest({ messageId, envelope }: BuiltMessage): NonNullable<SMTPEnvelope['dsn']> {
  const [recipient, ...others] = envelope.to
  return {
    ret: 'HDRS',
    envid: messageId.replace(/^<|>$/g, '').slice(0, MAX_ENVELOPE_ID),
    notify: ['SUCCESS', 'FAILURE'],
    ...(recipient === undefined || others.length > 0 ? {} : { orcpt: `rfc822;${recipient}` }),
  }
}

/** The client would send such an address to every server, and some deliver it to another one (RFC 6531 3.1). */
function refuseUnlessTakesUtf8(connection: SMTPConnection, { envelope }: BuiltMessage): void {
  const recipient = envelope.to.find(isBeyondAscii)
  // Of the last EHLO, which is the last that was sent.
  const offered = extensionsIn(connection.lastServerResponse || '')
  if (recipient === undefined || offered.has('SMTPUTF8')) return
  throw new MailFault('smtputf8_missing', 'The server does not offer SMTPUTF8', { recipient })
}

async function signIn(connection: SMTPConnection, credential: Credential): Promise<void> {
  if (!connection.allowsAuth) throw new MailFault('unavailable', 'The server offers no AUTH')
  const { user, password: pass, authorizationId } = credential
  const method = authorizationId === undefined ? {} : { method: 'PLAIN' }
  await settled((done) => connection.login({ user, pass, ...method }, done))
}

/**
 * The bytes of the message, unless a recipient was refused. nodemailer sends to the rest in that case
 * and notes the refusals in the envelope it was given; it reads this source only after DATA, and when
 * the source fails the connection is cut before the final dot, so the server drops the message (RFC 5321 4.1.1.4).
 */
function* sourceUnlessRefused(transfer: Transfer, envelope: TrackedEnvelope): Generator<Buffer> {
  const { source } = transfer.message
  transfer.interruption.messageIsWanted()
  if (partialRefusal(envelope) !== undefined) throw new Error('A recipient was refused')
  for (let start = 0; start < source.length; start += CHUNK_BYTES) {
    yield source.subarray(start, start + CHUNK_BYTES)
  }
  transfer.isWhole = true
}

/** The first recipient refused while others were accepted; when all are, nodemailer fails automatically. */
function partialRefusal({
  accepted = [],
  rejectedErrors = [],
}: TrackedEnvelope): Error | undefined {
  return accepted.length > 0 ? rejectedErrors[0] : undefined
}

function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error instanceof Error ? reject(error) : resolve()))
  })
}
