import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../concurrency/single-flight.ts'
import { waitAtMost } from '../../concurrency/deadline.ts'
import type { PersonalChange, PersonalSave } from '../../../store/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { BookState, ContactBook } from '../book/contact-book.ts'
import { readContact } from '../contact.ts'
import { changeGroupCards } from './change-group-cards.ts'
import { readGroups } from './group-cards.ts'
import { readLinks, writeLinks, type Link } from './links.ts'
import { dropCards, takeCards } from './local-copy.ts'
import { readSharedBook } from './read-book.ts'
import type { RemoteBook } from './server/remote-book.ts'
import { sendContact } from './send-contact.ts'
import { sendGroups } from './send-groups.ts'
import { AddressBookUnavailable } from './server/unavailable.ts'

/** Who is not let in has to do something; a server that does not answer has to be waited for. */
type Fault = 'refused' | 'away'

/** What a reading of an address book became. */
interface Reading {
  readonly endedAt: number
  /** undefined: all of it was read. */
  readonly fault: Fault | undefined
}

interface SharedBooksOptions {
  /** A reading is good for so long, and a failed one is not tried again for so long. */
  readonly freshMs: number
  /** Who opens the contacts waits so long for it. */
  readonly waitMs: number
  /** Owners whose last reading is remembered. */
  readonly maxOwners: number
  readonly log: { warn(about: object, message: string): void }
  readonly now: () => number
}

/** Books that their owners share with other programs by a CardDAV server. */
export interface SharedBooks {
  /** `remote` is undefined where no one can sign in there for the owner: then the copy is read-only. */
  share(book: ContactBook, owner: string, remote: RemoteBook | undefined): ContactBook
}

/** Builds them. The server has the contacts; what is here is a copy of them for list, search and completion. */
export function createSharedBooks(options: SharedBooksOptions): SharedBooks {
  const { freshMs, waitMs, maxOwners, log, now } = options
  const readings = new LRUCache<string, Reading>({ max: maxOwners })
  const singleFlight = createSingleFlight<unknown>()

  async function read(book: ContactBook, owner: string, remote: RemoteBook): Promise<void> {
    let fault: Fault | undefined
    try {
      await readSharedBook(book, remote)
    } catch (err) {
      // Whatever it is: the copy is there, and who looks at it is told that it may be old.
      fault = faultOf(err)
      log.warn({ err, user: owner }, 'address book not read')
    } finally {
      readings.set(owner, { endedAt: now(), fault })
    }
  }

  /** Reports what the server did not take. Throws Refusal. */
  async function onServer<Outcome>(
    owner: string,
    remote: RemoteBook | undefined,
    run: (remote: RemoteBook) => Promise<Outcome>,
  ): Promise<Outcome> {
    try {
      if (remote === undefined) throw new AddressBookUnavailable('refused', 'no password')
      return await run(remote)
    } catch (cause) {
      const fault = cause instanceof Refusal ? cause.cause : cause
      if (!(fault instanceof AddressBookUnavailable)) throw cause
      readings.set(owner, { endedAt: now(), fault: faultOf(fault) })
      if (cause instanceof Refusal) throw cause
      // It answered, and took nothing: a password, or a card that it has no room or no use for.
      const isAway = fault.code === 'unreachable'
      throw new Refusal(isAway ? 'address_book_unavailable' : 'address_book_refused', { cause })
    }
  }

  return {
    share(book, owner, remote) {
      return {
        ...book,
        async refresh() {
          if (remote === undefined) return stateOf('refused')
          const last = readings.get(owner)
          if (last === undefined || now() - last.endedAt >= freshMs) {
            const reading = singleFlight.run(owner, () => read(book, owner, remote))
            await waitAtMost(reading, waitMs)
          }
          return stateOf(readings.get(owner)?.fault)
        },
        changeGroupCards: (group, name) =>
          onServer(owner, remote, (open) => changeGroupCards({ remote: open, book }, group, name)),
        save: (kind, changes) =>
          kind === 'contact'
            ? onServer(owner, remote, (open) => saveThrough(book, open, changes))
            : book.save(kind, changes),
      }
    },
  }
}

function faultOf(error: unknown): Fault {
  return error instanceof AddressBookUnavailable && error.code === 'refused' ? 'refused' : 'away'
}

function stateOf(fault: Fault | undefined): BookState {
  return { isReadOnly: fault !== undefined, isRefused: fault === 'refused' }
}

/**
 * Changes contacts on the server and then here. One after the other, since CardDAV has no change of several cards: with a fault
 * those before it stand, and a Refusal names the others. What was changed on the server meanwhile is brought in and told as a
 * conflict; nothing is removed then.
 */
async function saveThrough(
  book: ContactBook,
  remote: RemoteBook,
  changes: readonly PersonalChange[],
): Promise<PersonalSave> {
  const standing = await conflictsOf(book, changes)
  if (standing.length > 0) return { conflicts: standing }
  const links = await readLinks(book)
  // A member whose card is not written after all is no contact, and shown nowhere.
  await sendGroups({ remote, book }, await readGroups(book), changes)
  const done: { readonly change: PersonalChange; readonly link: Link | undefined }[] = []
  const stale: PersonalChange[] = []
  // Of duplicates the one that has all comes before the others go.
  const inOrder = [...changes].sort(
    (one, other) => Number(one.body === undefined) - Number(other.body === undefined),
  )
  try {
    for (const change of inOrder) {
      if (change.body === undefined && stale.length > 0) break
      const location = await writeThrough({ remote, book }, change, links.get(change.id))
      if (location === 'changed') stale.push(change)
      else done.push({ change, link: location && { ...location, version: 0 } })
    }
  } catch (cause) {
    if (!(cause instanceof AddressBookUnavailable) || done.length === 0) throw cause
    const about = await namesOf(book, inOrder.slice(done.length + stale.length))
    throw new Refusal('address_book_partly_saved', { cause, about })
  } finally {
    await keep(book, done)
  }
  if (stale.length === 0) {
    return { saved: await statesOf(book, changes) }
  }
  for (const { id } of stale) await bringIn(book, remote, id, links)
  return { conflicts: await statesOf(book, stale) }
}

/** Names that a report has room for. */
const MAX_NAMED = 10

async function namesOf(book: ContactBook, changes: readonly PersonalChange[]): Promise<string> {
  const names: string[] = []
  for (const { id, body } of changes.slice(0, MAX_NAMED)) {
    const text = body ?? (await book.find('contact', id))?.body
    const contact = text === undefined ? undefined : readContact(text)
    if (contact !== undefined) names.push(contact.name)
  }
  const rest = changes.length - MAX_NAMED
  return `${names.join(', ')}${rest > 0 ? ` … (+${rest})` : ''}`
}

/** Where the card is now; undefined: it is deleted, as wanted. */
async function writeThrough(
  locations: { readonly remote: RemoteBook; readonly book: ContactBook },
  { id, body }: PersonalChange,
  link: Link | undefined,
): Promise<Pick<Link, 'path' | 'etag'> | undefined | 'changed'> {
  if (body === undefined) {
    if (link === undefined) return undefined
    const { kind } = await locations.remote.remove(link.path, link.etag)
    return kind === 'written' ? undefined : 'changed'
  }
  const contact = readContact(body)
  if (contact === undefined) return undefined
  return (await sendContact(locations, { id, contact }, link)) ?? 'changed'
}

/** Here as well; where someone else was faster here, the next reading makes it even. */
async function keep(
  book: ContactBook,
  done: readonly { readonly change: PersonalChange; readonly link: Link | undefined }[],
): Promise<void> {
  if (done.length === 0) return
  const outcome = await book.save(
    'contact',
    done.map(({ change }) => change),
  )
  if ('conflicts' in outcome) return
  const versions = new Map(outcome.saved.map(({ id, version }) => [id, version]))
  await writeLinks(
    book,
    new Map(
      done.map(({ change: { id }, link }) => [
        id,
        link && { ...link, version: versions.get(id) ?? 0 },
      ]),
    ),
  )
}

async function bringIn(
  book: ContactBook,
  remote: RemoteBook,
  id: string,
  links: ReadonlyMap<string, Link>,
): Promise<void> {
  const path = links.get(id)?.path
  if (path === undefined) return
  const [card] = await remote.read([path])
  if (card === undefined) await dropCards(book, [id], links)
  else await takeCards(book, [card], { links, groups: await readGroups(book) })
}

type Standing = Extract<PersonalSave, { readonly saved: unknown }>['saved']

async function conflictsOf(
  book: ContactBook,
  changes: readonly PersonalChange[],
): Promise<Standing> {
  const states = await statesOf(book, changes)
  return states.filter((state, at) => {
    const { baseVersion } = changes[at] ?? { baseVersion: 0 }
    return 'removed' in state ? baseVersion !== 0 : state.version !== baseVersion
  })
}

async function statesOf(book: ContactBook, changes: readonly PersonalChange[]): Promise<Standing> {
  return Promise.all(
    changes.map(async ({ id, baseVersion }) => {
      const document = await book.find('contact', id)
      return document ?? { id, version: baseVersion + 1, removed: true as const }
    }),
  )
}
