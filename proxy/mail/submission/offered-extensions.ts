import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

const ASKED_AGAIN_MS = 3_600_000
/** After no answer. */
const RETRY_MS = 60_000
const MAX_WAIT_MS = 10_000

interface OfferedExtensionsOptions {
  readonly request: (signal: AbortSignal) => Promise<readonly string[]>
  readonly now: () => number
}

/** What a submission server offers in its answer to EHLO (RFC 5321 4.1.1.1), as it was known last. */
export function createOfferedExtensions({ request, now }: OfferedExtensionsOptions) {
  let known: ReadonlySet<string> = new Set()
  let nextAt = 0

  async function renew(): Promise<void> {
    try {
      known = new Set(await request(AbortSignal.timeout(MAX_WAIT_MS)))
    } catch {
      // During an outage what was offered before is still the best guess.
      nextAt = now() + RETRY_MS
    }
  }

  return {
    /** Never waits: it is false until the server has answered. */
    has(name: string): boolean {
      if (now() >= nextAt) {
        nextAt = now() + ASKED_AGAIN_MS
        void renew()
      }
      return known.has(name)
    },
  }
}

/** Asks a server that nothing is sent to. */
export async function requestExtensions(
  options: SMTPConnectionOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const connection = new SMTPConnection(options)
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject)
      signal.addEventListener('abort', () => reject(new Error('No answer to EHLO')), { once: true })
      connection.connect(() => resolve())
    })
    connection.quit()
    return extensionsOf(connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

/** By the name under which nodemailer holds them: it tells them in no other way. */
function extensionsOf(connection: SMTPConnection): readonly string[] {
  const found: unknown = Reflect.get(connection, '_supportedExtensions')
  return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : []
}
