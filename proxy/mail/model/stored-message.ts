/** A message as it lies in a mailbox, read as far as a filter needs it. */
export interface StoredMessage {
  readonly uid: number
  /** As the server spells them. */
  readonly flags: readonly string[]
  /** Bytes of the whole message. */
  readonly size: number
  /** Unix ms (RFC 9051 2.3.3), and the zone in which the server says it, in minutes east of UTC. */
  readonly arrivedAt: number
  readonly zoneMinutes: number
  /** As on the wire; undefined: it is larger than is read, or the server did not tell it. */
  readonly header: Uint8Array | undefined
  /** What is below the header; undefined: not requested, or as above. */
  readonly body: Uint8Array | undefined
}

/** Which messages are read of a mailbox, newest first. */
export interface StoredMessagesRequest {
  /** Only those with a lower UID; undefined: from the newest on. */
  readonly below: number | undefined
  readonly maxMessages: number
  readonly hasBodies: boolean
}

/** Some messages of a mailbox. */
export interface StoredMessages {
  readonly uidValidity: bigint
  /** Of the whole mailbox. */
  readonly total: number
  /** By falling UID; fewer than wanted where their bodies would be too large together. */
  readonly messages: readonly StoredMessage[]
  /** The lowest UID that was looked at, from where to go on; undefined: there is none below. */
  readonly next: number | undefined
}
