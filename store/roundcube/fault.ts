/** Why a database of Roundcube cannot be read; `code` says who can repair it. */
type RoundcubeProblem =
  /** There is no such file. */
  | 'missing'
  /** A directory, a link, or someone else's file. */
  | 'not_a_file'
  /** A mailbox of someone else's domain. */
  | 'not_theirs'
  /** Larger than is read. */
  | 'too_large'
  /** Roundcube was writing all the time. */
  | 'busy'
  /** A database, and not of Roundcube 1.4 or newer. */
  | 'no_roundcube'
  /** One user has more than is read. */
  | 'too_many_entries'

/** A database of Roundcube, or what one user has in it, cannot be taken. */
export class RoundcubeFault extends Error {
  override readonly name = 'RoundcubeFault'
  readonly code: RoundcubeProblem

  constructor(code: RoundcubeProblem, about: string, options?: ErrorOptions) {
    super(`${code}: ${about}`, options)
    this.code = code
  }
}
