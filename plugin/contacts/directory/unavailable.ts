/** Why a directory could not be searched. */
export type DirectoryFault =
  /** No connection, or no whole response in time. */
  | 'unreachable'
  /** It does not take the name and password of the configuration, or does not let them search there. */
  | 'refused'
  /** Its certificate is not valid, or it does not encrypt although it has to. */
  | 'not_secure'
  /** Too many questions wait for a connection. */
  | 'busy'
  /** Anything else that it says, to this one question. */
  | 'unexpected'

/** A directory that cannot be searched just now. */
export class DirectoryUnavailable extends Error {
  override readonly name = 'DirectoryUnavailable'
  readonly code: DirectoryFault

  constructor(code: DirectoryFault, about: string, options?: { readonly cause: unknown }) {
    super(`${code}: ${about}`, options)
    this.code = code
  }
}
