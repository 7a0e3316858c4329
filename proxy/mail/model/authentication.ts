/** What is told of (RFC 8601 2.7). */
export const AUTHENTICATION_METHODS = ['spf', 'dkim', 'dmarc', 'arc'] as const

/** What a method can come to (RFC 8601 2.7). */
export const AUTHENTICATION_RESULTS = [
  'none',
  'pass',
  'fail',
  'softfail',
  'policy',
  'neutral',
  'temperror',
  'permerror',
] as const

/** What one method found. */
export interface AuthenticationResult {
  readonly method: (typeof AUTHENTICATION_METHODS)[number]
  readonly result: (typeof AUTHENTICATION_RESULTS)[number]
  /** Of the sender, the signer or the envelope, as the method has it, in lower case; undefined where it is not told. */
  readonly domain: string | undefined
}

/** One field Authentication-Results. Anyone can have written it: only the name of a server that is trusted makes it true. */
export interface AuthenticationField {
  /** The authserv-id in lower case. */
  readonly server: string
  readonly results: readonly AuthenticationResult[]
}
