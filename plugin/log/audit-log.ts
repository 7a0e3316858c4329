import { createSocket } from 'node:dgram'
import { hostname } from 'node:os'
import type { LogDestination } from './file.ts'
import { jsonPrintable } from './printable.ts'

/** What happened to a user's way in, and what an administrator did on the status page. */
export interface AuditEvent {
  readonly event:
    | 'sign-in'
    | 'sign-out'
    | 'session-ended'
    | 'revoked'
    | 'password-change'
    | 'second-factor-on'
    | 'second-factor-off'
    | 'passkey-added'
    | 'passkey-removed'
    /** An administrator leaves an action of the accelerator to Roundcube, or rolls it back. */
    | 'action-off'
    | 'action-on'
  /** `accepted`, `done`, or the code of the refusal (plugin/http/refusal.ts). */
  readonly result: string
  /** Login name of the mailbox; undefined when a form named none. */
  readonly user?: string | undefined
  /** Of the accelerator. */
  readonly action?: string
  /** Address of the client, or `admin` for who ends sessions of others. */
  readonly ip: string
  /** How: typed into the form, handed over by the panel, as its master user, by a command, on the status page, by the owner's settings, or by the mail server. */
  readonly how:
    'form' | 'panel' | 'master' | 'command' | 'status-page' | 'owner' | 'password-refused'
  /** The beginning of the keyed digest of the panel's session, which opens nothing. */
  readonly panelSession?: string | undefined
  readonly requestId?: string | undefined
}

/** One line per sign-in, refusal, sign-out and revocation. Writing never blocks and never throws. */
export interface AuditLog {
  note(event: AuditEvent): void
}

/** Writes each event as a line of JSON, with `time` in ISO 8601. */
export function createAuditLog({
  destination,
  now,
}: {
  readonly destination: LogDestination
  readonly now: () => number
}): AuditLog {
  return {
    note({ event, result, user, action, ip, how, panelSession, requestId }) {
      const time = new Date(now()).toISOString()
      const line = { time, audit: event, result, user, action, ip, how, panelSession, requestId }
      destination.write(`${jsonPrintable(JSON.stringify(line))}\n`)
    },
  }
}

/** Facility authpriv, severity informational (RFC 5424 6.2.1). */
const PRIORITY = 10 * 8 + 6
/** Every receiver takes so much (RFC 5426 3.2). */
const MAX_DATAGRAM_BYTES = 1_180

/** A destination that sends each line to a syslog receiver over UDP (RFC 5424, RFC 5426); what gets lost there is lost. */
export function createSyslogDestination({
  host,
  port,
  now,
}: {
  readonly host: string
  readonly port: number
  readonly now: () => number
}): LogDestination & { close(): void } {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.unref()
  // A receiver that is away must end nothing; the operational log has the events as well.
  socket.on('error', () => undefined)
  return {
    write(line) {
      const head = `<${PRIORITY}>1 ${new Date(now()).toISOString()} ${hostname()} postern ${process.pid} audit - `
      const text = Buffer.from(head + line.trimEnd()).subarray(0, MAX_DATAGRAM_BYTES)
      socket.send(text, port, host, () => undefined)
    },
    close: () => socket.close(),
  }
}
