/** Why the ManageSieve server's side failed: the family of MailFault, with what only scripts have. */
export type SieveFaultCode =
  | 'authentication_refused'
  | 'unavailable'
  | 'closed'
  | 'timed_out'
  | 'response_too_large'
  /** The server does not compile the script; `serverText` names the line. */
  | 'script_refused'
  | 'script_not_found'
  | 'script_exists'
  /** Another program has changed it since it was read. */
  | 'script_changed'
  /** The active script is not deleted. */
  | 'script_active'
  | 'over_quota'
  /** A NO for a reason that is not given. */
  | 'server_refused'

/** A failed operation of ManageSieve (RFC 5804 1.3), typed where it is spoken. */
export class SieveFault extends Error {
  override readonly name = 'SieveFault'
  readonly code: SieveFaultCode
  /** The server's own text; of a script that is refused, its errors with their lines. */
  readonly serverText: string
  /** Of a script that is refused, the first line that is wrong, as Pigeonhole and Cyrus name it. */
  readonly line: number | undefined

  constructor(code: SieveFaultCode, serverText: string, options?: ErrorOptions) {
    super(`${code}: ${serverText}`, options)
    this.code = code
    this.serverText = serverText
    const line = code === 'script_refused' ? /\bline (\d{1,7})\b/.exec(serverText)?.[1] : undefined
    this.line = line === undefined ? undefined : Number(line)
  }
}
