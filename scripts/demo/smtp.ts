import { SMTPServer } from 'smtp-server'
import { portOf } from '../../test/support/http/port-of.ts'
import type { IncomingMessage } from './sieve/delivery.ts'

interface DemoSmtpOptions {
  readonly user: string
  readonly password: string
  readonly maxMessageBytes: number
  /** Called for each message that names the demo's own mailbox; all other mail goes nowhere. */
  readonly deliver: (message: IncomingMessage) => void
}

/** Starts an SMTP server that delivers mail to the demo's own mailbox and drops the rest: nothing leaves this machine. */
export async function startDemoSmtp(options: DemoSmtpOptions) {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    size: options.maxMessageBytes,
    onAuth: ({ username, password }, _session, done) => {
      if (username === options.user && password === options.password) done(null, { user: username })
      else done(new Error('Authentication failed'))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('5.3.4 Message too big'), { responseCode: 552 }))
          return
        }
        const isOwn = session.envelope.rcptTo.some(
          ({ address }) => address.toLowerCase() === options.user,
        )
        const { mailFrom } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        if (isOwn) options.deliver({ source: Buffer.concat(chunks), from, to: options.user })
        done()
      })
    },
  })
  // A client that hangs up is no reason to end the demo.
  server.on('error', () => undefined)
  const port = await portOf(server.listen(0, '127.0.0.1'))
  return { port, stop: () => new Promise<void>((resolve) => server.close(resolve)) }
}
