/** A file of a multipart body, read within the configured limit. */
export interface UploadedFile {
  readonly filename: string
  readonly type: string
  readonly content: Buffer
}

/** Query and body of a request as one: the query wins, as in Roundcube (plugin/docs/protocol.md). A body in JSON is `_input`. */
export interface Parameters {
  get(name: string): string | undefined
  readonly files: readonly UploadedFile[]
  /** What mailbox names below INBOX begin with, on a mail server that knows no case in it. */
  readonly inboxPrefix?: string | undefined
}
