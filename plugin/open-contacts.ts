import type { Credential } from '../proxy/mail/index.ts'
import type { DocumentOwner, PersonalDocuments } from '../store/index.ts'
import type { Config } from './config/schema.ts'
import { createContactBooks, type ContactBook } from './contacts/book/contact-book.ts'
import { collectionUrl } from './contacts/carddav/collection-url.ts'
import { openRemoteBook, type RemoteBook } from './contacts/carddav/remote-book.ts'
import { createSharedBooks } from './contacts/carddav/shared-book.ts'
import type { OperationalLog } from './log/operational-log.ts'

interface ContactParts {
  readonly personal: PersonalDocuments
  readonly now: () => number
  readonly log: OperationalLog
}

/** The books of all owners, shared with a CardDAV server where one is configured. */
export function openContacts(
  { contacts, limits }: Config,
  { personal, now, log }: ContactParts,
): (owner: DocumentOwner, credential: Credential) => ContactBook {
  const books = createContactBooks({ personal, maxIndexed: limits.indexedContacts })
  const { carddav } = contacts
  if (carddav === null) return (owner) => books.of(owner)
  const { freshMs, waitMs } = carddav
  const shared = createSharedBooks({ freshMs, waitMs, maxOwners: limits.accounts, log, now })
  return (owner, credential) =>
    shared.share(books.of(owner), owner.username, remoteBook(carddav, credential))
}

/** undefined: somebody else signed in for the owner, whose password is not known. */
function remoteBook(
  { url: template, timeoutMs, cards, answerBytes }: NonNullable<Config['contacts']['carddav']>,
  { user, password, authorizationId }: Credential,
): RemoteBook | undefined {
  const url = authorizationId === undefined ? collectionUrl(template, user) : undefined
  if (url === undefined) return undefined
  const bounds = { timeoutMs, maxBytes: answerBytes, maxCards: cards }
  return openRemoteBook({ url, user, password, ...bounds })
}
