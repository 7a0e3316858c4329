import type { MailConnection } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import { queryStatus, countFolder } from '../connection/folder-sync.ts'
import type { Folder } from '../cache/folder.ts'
import { quotedMailboxName } from '../imap/command.ts'
import type { Untagged } from '../imap/conversation.ts'
import type { UntaggedData } from '../imap/parser/response.ts'
import { bigintOf, listOf, nameOf, numberOf, pairsOf, textOf } from '../imap/parser/value.ts'
import { expectCounts } from './lost-counts.ts'
import { arrangeMailboxes, byImportance, type Namespaces } from './order.ts'
import type { Mailbox, MailboxState, SpecialUse } from '../model/mailbox.ts'
import { mailboxName, type MailboxName } from '../model/mailbox-name.ts'

const SPECIAL_USES: ReadonlyMap<string, SpecialUse> = new Map([
  ['\\DRAFTS', 'drafts'],
  ['\\SENT', 'sent'],
  ['\\JUNK', 'junk'],
  ['\\TRASH', 'trash'],
  ['\\ARCHIVE', 'archive'],
])

/** STATUS commands under way at one time on servers without LIST-STATUS. */
const STATUS_BATCH = 50

/** All mailboxes the owner can see, in the order they are shown. */
export interface MailboxListing {
  readonly mailboxes: readonly Mailbox[]
  /** Many owners have never subscribed to INBOX; it is shown all the same. */
  readonly isInboxSubscribed: boolean
  /** Compares by the order they are shown in. */
  readonly byImportance: (one: MailboxState, other: MailboxState) => number
}

/** Requests all mailboxes: one round trip. */
export async function listMailboxes(connection: MailConnection): Promise<MailboxListing> {
  const mailboxes: Mailbox[] = []
  const hear = (response: Untagged) => {
    const mailbox = parseMailbox(connection, response)
    if (mailbox !== undefined) mailboxes.push(mailbox)
  }
  if (connection.has('LIST-EXTENDED')) {
    const specialUse = connection.has('SPECIAL-USE') ? ' SPECIAL-USE' : ''
    await connection.execute([`LIST "" "*" RETURN (SUBSCRIBED${specialUse})`], hear)
    return listingOf(mailboxes, namespacesOf(connection))
  }
  const subscribed = new Set<MailboxName>()
  await Promise.all([
    connection.execute(['LIST "" "*"'], hear),
    connection.execute(['LSUB "" "*"'], (response) => {
      if (isWhole(response, 'LSUB')) subscribed.add(connection.mailboxNameOf(response.values[2]))
    }),
  ])
  return listingOf(
    mailboxes.map((mailbox) => ({ ...mailbox, isSubscribed: subscribed.has(mailbox.path) })),
    namespacesOf(connection),
  )
}

const INBOX: Mailbox = {
  path: mailboxName('INBOX'),
  name: 'INBOX',
  delimiter: undefined,
  specialUse: 'inbox',
  isSubscribed: true,
  isSelectable: true,
}

function namespacesOf({ facts: { namespace } }: MailConnection): Namespaces {
  const foreign = [...(namespace.other ?? []), ...(namespace.shared ?? [])]
  return {
    personal: namespace.personal?.[0]?.[0] ?? '',
    // Without a prefix such a namespace is the owner's own as well.
    foreign: foreign.map(([prefix]) => prefix).filter((prefix) => prefix !== ''),
  }
}

function listingOf(listed: readonly Mailbox[], namespaces: Namespaces): MailboxListing {
  // Everybody has one (RFC 9051 5.1), whether it is listed or not.
  const hasInbox = listed.some(({ path }) => path === 'INBOX')
  const mailboxes = hasInbox ? listed : [INBOX, ...listed]
  const arranged = arrangeMailboxes(mailboxes, namespaces)
  return {
    mailboxes: arranged,
    byImportance: byImportance(arranged),
    isInboxSubscribed: mailboxes.some(({ path, isSubscribed }) => path === 'INBOX' && isSubscribed),
  }
}

/**
 * Counts of INBOX and of every subscribed mailbox, in the order they are shown. One round trip with
 * LIST-STATUS (RFC 5819). `known` may be older than the response. Only the working connection may open
 * INBOX for it: what a second connection hears of the same folder would be counted twice.
 */
export async function countMessages(
  connection: MailConnection,
  known: MailboxListing,
  { mayOpenInbox }: { readonly mayOpenInbox: boolean },
): Promise<readonly MailboxState[]> {
  const items = statusItems(connection)
  let listing = known
  const states = new Map<MailboxName, MailboxState>()
  const listed = new Set<MailboxName>()
  const hear = (response: Untagged) => {
    const state = parseStatus(connection, response)
    if (state !== undefined) states.set(state.path, state)
    const mailbox = parseMailbox(connection, response)
    if (mailbox?.isSelectable === true) listed.add(mailbox.path)
  }
  // Dovecot opens INBOX again for each STATUS of it (0.5 ms for 1,000 messages), but not when selected.
  const shown = connection.selected()
  const isInboxShown = shown === undefined ? mayOpenInbox : shown.path === 'INBOX'
  const mustQueryInbox = !isInboxShown && !known.isInboxSubscribed
  const isRequested =
    shown !== undefined && shown.counts === undefined && isCountedIn(known, shown.path)
  const [selected] = await Promise.all([
    isInboxShown
      ? connection.open('INBOX')
      : connection.noop().then(() => shown && stillSelected(connection, shown)),
    ...(connection.has('LIST-STATUS')
      ? [
          connection.execute([`LIST (SUBSCRIBED) "" "*" RETURN (STATUS ${items})`], hear),
          ...(mustQueryInbox ? [connection.execute(['STATUS INBOX', items], hear)] : []),
        ]
      : [statusOfListed(connection, known, items, hear).then((read) => (listing = read))]),
    // Of use only if nothing else is reported meanwhile; the folder knows.
    ...(isRequested ? [queryStatus(connection, shown)] : []),
  ])
  if (listing !== known) {
    dropUnlisted(states, listing)
    for (const { path } of listing.mailboxes.filter(isCounted)) listed.add(path)
  }
  // STATUS is not made for the selected mailbox (RFC 9051 6.3.11): it shows an old view of it.
  if (selected !== undefined && (selected.path === 'INBOX' || states.has(selected.path))) {
    states.set(selected.path, await countFolder(connection, selected))
  }
  expectCounts(connection, listed, states)
  // Its counts are those of the mailbox that is deleted.
  if (shown !== undefined && selected === undefined) states.delete(shown.path)
  return [...states.values()].sort(listing.byImportance)
}

/**
 * Without LIST-STATUS: of what was known at once, while the names are requested, and then of what is new. One
 * round trip while the names stay.
 */
async function statusOfListed(
  connection: MailConnection,
  known: MailboxListing,
  items: string,
  hear: (response: Untagged) => void,
): Promise<MailboxListing> {
  const counted = known.mailboxes.filter(isCounted)
  const [listing] = await Promise.all([
    listMailboxes(connection),
    statusOfEach(connection, counted, items, hear),
  ])
  const before = new Set(counted.map(({ path }) => path))
  const added = listing.mailboxes.filter((one) => isCounted(one) && !before.has(one.path))
  await statusOfEach(connection, added, items, hear)
  return listing
}

/** Mailboxes that were removed, renamed or unsubscribed since their names were read. */
function dropUnlisted(states: Map<MailboxName, MailboxState>, { mailboxes }: MailboxListing): void {
  const counted = new Set(mailboxes.filter(isCounted).map(({ path }) => path))
  for (const path of states.keys()) if (path !== 'INBOX' && !counted.has(path)) states.delete(path)
}

/** The mailbox on show again when it was made again; undefined when it is deleted. */
async function stillSelected(
  connection: MailConnection,
  shown: Folder,
): Promise<Folder | undefined> {
  if (connection.selected() === shown) return shown
  try {
    return await connection.select(shown.path)
  } catch (error) {
    if (error instanceof MailFault && error.code === 'mailbox_not_found') return undefined
    throw error
  }
}

/** What a MailboxState is made of. */
export function statusItems(connection: MailConnection): string {
  return connection.has('CONDSTORE')
    ? '(MESSAGES UNSEEN UIDNEXT UIDVALIDITY HIGHESTMODSEQ)'
    : '(MESSAGES UNSEEN UIDNEXT UIDVALIDITY)'
}

/** Messages of these mailboxes together. */
export async function messagesOfEach(
  connection: MailConnection,
  mailboxes: readonly Mailbox[],
): Promise<number> {
  const counts = new Map<string, number>()
  const requested = mailboxes.filter(({ isSelectable }) => isSelectable)
  // By name: a server may tell of a mailbox more than once, and unasked.
  await statusOfEach(connection, requested, '(MESSAGES)', (response) => {
    const state = parseStatus(connection, response)
    if (state !== undefined) counts.set(state.path, state.messages)
  })
  return requested.reduce((sum, { path }) => sum + (counts.get(path) ?? 0), 0)
}

async function statusOfEach(
  connection: MailConnection,
  requests: readonly Pick<Mailbox, 'path'>[],
  items: string,
  hear: (response: Untagged) => void,
): Promise<void> {
  for (let from = 0; from < requests.length; from += STATUS_BATCH) {
    const batch = requests.slice(from, from + STATUS_BATCH)
    // NO: the mailbox is deleted since it was listed; then it has no counts.
    await Promise.all(
      batch.map(({ path }) => connection.attempt(['STATUS', quotedMailboxName(path), items], hear)),
    )
  }
}

function isCountedIn({ mailboxes }: MailboxListing, path: MailboxName): boolean {
  return path === 'INBOX' || mailboxes.some((one) => one.path === path && isCounted(one))
}

function isCounted({ isSubscribed, isSelectable }: Mailbox): boolean {
  return isSubscribed && isSelectable
}

/** One that cannot be read costs the mailbox it is about. */
function isWhole(response: Untagged, name: string): response is UntaggedData {
  return response.kind === 'data' && response.name === name && response.missing === undefined
}

function parseMailbox({ mailboxNameOf }: MailConnection, reply: Untagged): Mailbox | undefined {
  if (!isWhole(reply, 'LIST')) return undefined
  const [attributeList, delimiterValue, nameValue] = reply.values
  const attributes = new Set(listOf(attributeList).map(nameOf))
  const delimiter = textOf(delimiterValue) || undefined
  const path = mailboxNameOf(nameValue)
  const use = [...attributes].map((attribute) => SPECIAL_USES.get(attribute)).find(Boolean)
  return {
    path,
    name: delimiter === undefined ? path : lastName(path, delimiter),
    delimiter,
    specialUse: path === 'INBOX' ? 'inbox' : use,
    isSubscribed: attributes.has('\\SUBSCRIBED'),
    isSelectable: !attributes.has('\\NOSELECT') && !attributes.has('\\NONEXISTENT'),
  }
}

/** The last name of a path. UW IMAP lists what only holds others with a delimiter at its end. */
function lastName(path: string, delimiter: string): string {
  return path.split(delimiter).findLast((name) => name !== '') ?? path
}

function parseStatus(
  { mailboxNameOf }: MailConnection,
  response: Untagged,
): MailboxState | undefined {
  if (!isWhole(response, 'STATUS')) return undefined
  const status = pairsOf(response.values[1])
  // Of the selected mailbox, whose messages are counted otherwise.
  if (!status.has('MESSAGES')) return undefined
  return {
    path: mailboxNameOf(response.values[0]),
    messages: numberOf(status.get('MESSAGES')) ?? 0,
    unseen: numberOf(status.get('UNSEEN')) ?? 0,
    uidNext: numberOf(status.get('UIDNEXT')) ?? 0,
    uidValidity: bigintOf(status.get('UIDVALIDITY')) ?? 0n,
    highestModseq: bigintOf(status.get('HIGHESTMODSEQ')),
  }
}
