/** A file of a multipart body, read within the configured limit. */
export interface UploadedFile {
  readonly filename: string
  readonly type: string
  readonly content: Buffer
}

/** Query and body of a request as one: the query wins, as in Roundcube (plugin/docs/protocol.md). */
export interface Parameters {
  get(name: string): string | undefined
  readonly files: readonly UploadedFile[]
  /**
   * Which front end asks. Roundcube's writes mailbox names in modified UTF-7 (RFC 3501 5.1.3) and leaves
   * out what its session remembers (page, order, search); our own page says everything in UTF-8.
   */
  readonly wire: 'native' | 'roundcube'
}

/** Media type of the native shape: who accepts it gets our own JSON. */
export const NATIVE_TYPE = 'application/vnd.postern+json'
