import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { portOf } from '../../../support/http/port-of.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'

/** A real SMTP server with behaviour of the test's own; ends with the test. */
export async function startSmtpServer(
  t: Teardown,
  options: SMTPServerOptions,
): Promise<{ readonly host: string; readonly port: number }> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 500,
    ...options,
  })
  // Clients that hang up in the middle of a dialogue are part of the tests.
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1')
  t.teardown(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  )
  return { host: '127.0.0.1', port: await portOf(listener) }
}

/** An error that smtp-server answers with this reply code. */
export function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
