import { createLineSocket } from '../connection/line-socket.ts'
import { ownProxyHeader } from '../connection/proxy-header.ts'
import { MailFault } from '../model/mail-fault.ts'

/** A mail server as an examination reaches it. */
export interface MailServerAddress {
  readonly host: string
  readonly port: number
  readonly tls: 'none' | 'starttls' | 'tls'
  readonly rejectUnauthorized: boolean
  /** It wants the PROXY protocol before anything else. */
  readonly proxyProtocol?: boolean
}

/** Lines sent and received on one connection, for the few commands before the sign-in. */
export type LineDialogue = Awaited<ReturnType<typeof openDialogue>>

/** No greeting or capability list is longer. */
const MAX_LINE_BYTES = 64 * 1024

/**
 * Connects, for IMAP and SMTP alike, and shows the first line of a server of any kind: imapflow drops what is no IMAP, and a
 * wrong port could not be recognized (test/plugin/cli/doctor/checks/imap.test.ts). The signal ends everything that still waits. All methods throw
 * MailFault.
 */
export async function openDialogue(server: MailServerAddress, signal: AbortSignal) {
  const { rejectUnauthorized, proxyProtocol = false, ...place } = server
  const header = proxyProtocol ? ownProxyHeader : undefined
  const line = createLineSocket(
    { ...place, tlsOptions: { rejectUnauthorized }, header },
    MAX_LINE_BYTES,
  )
  signal.addEventListener('abort', line.close, { once: true })
  let hasHeard = false

  /** `silence` is the code of an end that came because nothing was heard in time, as imapflow names it. */
  async function within<Result>(
    work: Promise<Result>,
    silence: string | undefined,
  ): Promise<Result> {
    try {
      return await work
    } catch (error) {
      line.close()
      throw faultOf(error, signal, silence)
    }
  }
  await within(line.open(), 'CONNECT_TIMEOUT')

  return {
    say: (text: string) => {
      line.write(`${text}\r\n`)
    },
    hear: async () => {
      line.startResponse()
      const heard = await within(line.readLine(), hasHeard ? undefined : 'GREETING_TIMEOUT')
      hasHeard = true
      return heard.toString('latin1')
    },
    startTls: () => within(line.startTls(), 'CONNECT_TIMEOUT'),
    close: () => {
      signal.removeEventListener('abort', line.close)
      line.close()
    },
  }
}

function faultOf(cause: unknown, { aborted }: AbortSignal, silence: string | undefined): MailFault {
  if (aborted) {
    const reply =
      silence === undefined ? cause : Object.assign(new Error(silence), { code: silence })
    return new MailFault('timed_out', 'No answer in time', { cause: reply })
  }
  return new MailFault('unavailable', cause instanceof Error ? cause.message : 'No connection', {
    cause,
  })
}
