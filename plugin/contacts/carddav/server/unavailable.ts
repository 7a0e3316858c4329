/** Why a server of address books could not serve. */
export type AddressBookFault =
  /** No connection, or no whole response in time. */
  | 'unreachable'
  /** It does not take the name and password of the mailbox, or this address book is not theirs. */
  | 'refused'
  /** More cards, or a longer answer, than the configuration allows. */
  | 'too_large'
  /** A response that is none of CardDAV. */
  | 'unexpected'

/** A server of address books that cannot serve just now. */
export class AddressBookUnavailable extends Error {
  override readonly name = 'AddressBookUnavailable'
  readonly code: AddressBookFault

  constructor(code: AddressBookFault, about: string, options?: { readonly cause: unknown }) {
    super(`${code}: ${about}`, options)
    this.code = code
  }
}
