import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { portOf } from '../http/port-of.ts'
import type { Teardown } from '../process/temporary-directory.ts'

/** One message as the sink took it. */
export interface TakenMessage {
  readonly from: string
  readonly to: readonly string[]
  readonly user: string | undefined
  readonly source: string
  /** What the envelope asks for of delivery status notifications (RFC 3461); undefined where the sink offers none. */
  readonly statusRequest: SMTPServerEnvelope['dsn']
  /** The original recipient that each one was named with. */
  readonly originalRecipients: readonly (string | undefined)[]
}

type SMTPServerEnvelope = SMTPServerSession['envelope']

/**
 * How the sink treats the next messages: take them, refuse at RCPT or after DATA, there also for now, or never answer DATA;
 * or take them as well, and then say nothing, reset the connection or close it.
 */
export type SinkBehaviour =
  | 'accept'
  | 'refuse-recipients'
  | 'refuse-content'
  | 'defer-content'
  | 'hang'
  | 'take-and-hang'
  | 'take-and-reset'
  | 'take-and-close'

/** A real SMTP server that keeps what it is given; no mailbox of it is called `unknown`. */
export interface SmtpSink {
  readonly host: string
  readonly port: number
  readonly messages: readonly TakenMessage[]
  /** Messages that were never answered. */
  readonly unanswered: number
  behave(behaviour: SinkBehaviour): void
  /** Answers 250 for everything that was taken without a response. */
  releaseHeld(): void
  stop(): Promise<void>
}

/** Starts a sink on a free port; with `password` it takes mail only after AUTH with it. */
export async function startSmtpSink(
  options: {
    /** Stops it after this test. */
    readonly t?: Teardown
    readonly password?: string
    readonly maxMessageBytes?: number
    /** Offers delivery status notifications. */
    readonly offersDeliveryStatus?: boolean
  } = {},
): Promise<SmtpSink> {
  const messages: TakenMessage[] = []
  let behaviour: SinkBehaviour = 'accept'
  let unanswered = 0
  const held = new Set<() => void>()
  const sockets = new Map<number | undefined, Socket>()
  const server = new SMTPServer({
    authOptional: options.password === undefined,
    allowInsecureAuth: true,
    hideDSN: options.offersDeliveryStatus !== true,
    disabledCommands: options.password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    size: options.maxMessageBytes ?? 50_000_000,
    onAuth: ({ username, password }, _session, done) => {
      if (password !== options.password) {
        done(new Error('Authentication failed'))
        return
      }
      done(null, { user: username })
    },
    onRcptTo: ({ address }, _session, done) => {
      if (behaviour === 'refuse-recipients' || address.startsWith('unknown@'))
        done(smtpError(550, '5.1.1 No such mailbox here'))
      else done()
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        if (behaviour === 'hang') {
          unanswered += 1
          return
        }
        if (behaviour === 'refuse-content') {
          done(smtpError(554, '5.7.1 Message refused'))
          return
        }
        if (behaviour === 'defer-content') {
          done(smtpError(451, '4.3.0 Come back later'))
          return
        }
        const { mailFrom, rcptTo } = session.envelope
        messages.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: userName(session),
          source: Buffer.concat(chunks).toString('utf8'),
          statusRequest: session.envelope.dsn,
          originalRecipients: rcptTo.map(({ dsn }) => dsn?.orcpt),
        })
        const socket = sockets.get(session.remotePort)
        switch (behaviour) {
          case 'take-and-hang':
            unanswered += 1
            held.add(() => done())
            return
          case 'take-and-reset':
            socket?.resetAndDestroy()
            return
          case 'take-and-close':
            socket?.destroy()
            return
          case 'accept':
          case 'refuse-recipients':
            done()
        }
      })
    },
  })
  // Clients that go away in the middle of a dialogue are part of what tests do.
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1')
  listener.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
    })
  options.t?.teardown(stop)
  return {
    host: '127.0.0.1',
    port: await portOf(listener),
    messages,
    get unanswered() {
      return unanswered
    },
    behave: (next) => {
      behaviour = next
    },
    releaseHeld() {
      for (const reply of held) reply()
      held.clear()
    },
    stop,
  }
}

/** The library types what onAuth answered as any; ours is a string or nothing. */
function userName(session: { readonly user?: unknown }): string | undefined {
  return typeof session.user === 'string' ? session.user : undefined
}

function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
