import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** The demo's submission server. */
export interface DemoSmtpOptions {
  readonly user: string
  readonly password: string
  readonly maxMessageBytes: number
  /** Called for each message that names the demo's own mailbox; all other mail goes nowhere. */
  readonly deliver: (source: Buffer) => void
}

/** A running submission server; nothing it takes leaves this machine. */
export interface DemoSmtp {
  readonly port: number
  stop(): Promise<void>
}

/** Starts an SMTP server that delivers mail to the demo's own mailbox and drops the rest. */
export async function startDemoSmtp(options: DemoSmtpOptions, port: number): Promise<DemoSmtp> {
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
        if (isOwn) options.deliver(Buffer.concat(chunks))
        done()
      })
    },
  })
  // A client that hangs up is no reason to end the demo.
  server.on('error', () => undefined)
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on TCP')
  return {
    port: address.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
      }),
  }
}
