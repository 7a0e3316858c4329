/** A message as a script sees it. */
export interface EvaluatedMessage {
  /** The header as it is on the wire, with one character per byte. */
  readonly header: string
  /** Everything below the empty line; undefined: not read, and what needs it is undecided. */
  readonly body: Buffer | undefined
  /** Bytes of the whole message with CRLF line ends (RFC 5228 5.9). */
  readonly size: number
  /** Flags it has already, where it lies in a mailbox: scripts start with them, and with none at a delivery. */
  readonly flags: readonly string[]
}

/** The envelope of the delivery (RFC 5228 5.4); addresses without angle brackets, empty for the null sender. */
export interface DeliveryEnvelope {
  readonly from: string
  readonly to: string
}

/** Whom and what a script is run for. Of what is undefined nothing is known, and what a script makes of it is undecided. */
export interface EvaluationContext {
  /** There is none of a message that was delivered long ago. */
  readonly envelope: DeliveryEnvelope | undefined
  /** Unix ms. */
  readonly now: number
  /** Zone of the server, in minutes east of UTC. */
  readonly zoneMinutes: number
  /** Answers of the `environment` test (RFC 5183) by name. */
  readonly environment: ReadonlyMap<string, string> | undefined
  /** Mailboxes there are, as scripts name them: for `mailboxexists`. */
  readonly mailboxes: ReadonlySet<string>
  /** Spam and virus scores (RFC 5235): `0` where nothing was found out. */
  readonly spam:
    { readonly score: string; readonly percent: string; readonly virus: string } | undefined
  /** Whether `duplicate` (RFC 7352) has seen this id, and notes it. */
  readonly isDuplicate: ((id: string) => boolean) | undefined
  /** Scripts that `include` finds (RFC 6609), by location and name; it answers undefined where there is none. */
  readonly included:
    ((location: 'personal' | 'global', name: string) => string | undefined) | undefined
}

/** A text of JavaScript as UTF-8 with one character per byte, which is what scripts compare. */
export function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** The text that these bytes are. */
export function fromBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
