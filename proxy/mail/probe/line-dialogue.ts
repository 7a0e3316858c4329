import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { once } from 'node:events'
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
const MAX_PENDING_CHARACTERS = 64 * 1024

/**
 * Connects, for IMAP and SMTP alike, and shows the first line of a server of any kind: imapflow drops what is no IMAP, and a
 * wrong port could not be recognized (test/plugin/cli/doctor/checks/imap.test.ts). The signal ends everything that still waits. All methods throw
 * MailFault.
 */
export async function openDialogue(server: MailServerAddress, signal: AbortSignal) {
  const names = {
    rejectUnauthorized: server.rejectUnauthorized,
    ...(isIP(server.host) === 0 ? { servername: server.host } : {}),
  }
  const plain = connectTcp({ host: server.host, port: server.port })
  const giveUp = (): void => {
    plain.destroy()
  }
  signal.addEventListener('abort', giveUp, { once: true })
  let line = readLines(plain)
  await opened(plain, 'connect', signal)
  if (server.proxyProtocol === true) plain.write(ownProxyHeader())
  let hasHeard = false
  if (server.tls === 'tls') await startTls()

  /** Goes on under TLS, after the server agreed to STARTTLS (RFC 3207, RFC 9051 6.2.1). */
  async function startTls(): Promise<void> {
    line.stop()
    const secured = connectTls({ ...names, socket: plain })
    line = readLines(secured)
    await opened(secured, 'secureConnect', signal)
  }

  return {
    say: (text: string) => {
      line.socket.write(`${text}\r\n`)
    },
    hear: async () => {
      try {
        const heard = await line.next()
        hasHeard = true
        return heard
      } catch (error) {
        throw faultOf(error, signal, hasHeard ? undefined : 'GREETING_TIMEOUT')
      }
    },
    startTls,
    close: () => {
      signal.removeEventListener('abort', giveUp)
      line.socket.destroy()
      plain.destroy()
    },
  }
}

async function opened(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  try {
    await once(socket, event, { signal })
  } catch (error) {
    socket.destroy()
    throw faultOf(error, signal, 'CONNECT_TIMEOUT')
  }
}

/** `silence` is the code of an end that came because nothing was heard in time, as imapflow names it. */
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

function readLines(socket: Socket) {
  let pending = ''
  let end: Error | undefined
  let wake = (): void => undefined

  const take = (chunk: Buffer): void => {
    pending += chunk.toString('latin1')
    if (pending.length > MAX_PENDING_CHARACTERS) socket.destroy(new Error('The answer has no end'))
    wake()
  }
  const finish = (error?: Error): void => {
    end ??= error ?? new Error('The server closed the connection')
    wake()
  }
  socket.on('data', take)
  socket.on('error', finish)
  socket.on('close', () => finish())

  return {
    socket,
    async next() {
      for (;;) {
        const at = pending.indexOf('\n')
        if (at >= 0) {
          const line = pending.slice(0, at).replace(/\r$/, '')
          pending = pending.slice(at + 1)
          return line
        }
        if (end !== undefined) throw end
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    stop: () => {
      socket.off('data', take)
    },
  }
}
