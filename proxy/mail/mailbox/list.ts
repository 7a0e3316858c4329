import type { MailConnection } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import { askStatus, countFolder } from '../connection/folder-sync.ts'
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

/** Asks for all mailboxes: one round trip. */
export async function listMailboxes(connection: MailConnection): Promise<MailboxListing> {
  const mailboxes: Mailbox[] = []
  const hear = (answer: Untagged) => {
    const mailbox = parseMailbox(connection, answer)
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
    connection.execute(['LSUB "" "*"'], (answer) => {
      if (isWhole(answer, 'LSUB')) subscribed.add(connection.mailboxNameOf(answer.values[2]))
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
 * LIST-STATUS (RFC 5819). `known` may be older than the answer. Only the working connection may open
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
  const hear = (answer: Untagged) => {
    const state = parseStatus(connection, answer)
    if (state !== undefined) states.set(state.path, state)
    const mailbox = parseMailbox(connection, answer)
    if (mailbox?.isSelectable === true) listed.add(mailbox.path)
  }
  // Dovecot opens INBOX anew for each STATUS of it (0.5 ms for 1,000 messages), but not when selected.
  const shown = connection.selected()
  const isInboxShown = shown === undefined ? mayOpenInbox : shown.path === 'INBOX'
  const mustAskInbox = !isInboxShown && !known.isInboxSubscribed
  const isAsked =
    shown !== undefined && shown.counts === undefined && isCountedIn(known, shown.path)
  const [selected] = await Promise.all([
    isInboxShown
      ? connection.open('INBOX')
      : connection.noop().then(() => shown && stillSelected(connection, shown)),
    ...(connection.has('LIST-STATUS')
      ? [
          connection.execute([`LIST (SUBSCRIBED) "" "*" RETURN (STATUS ${items})`], hear),
          ...(mustAskInbox ? [connection.execute(['STATUS INBOX', items], hear)] : []),
        ]
      : [statusOfListed(connection, known, items, hear).then((read) => (listing = read))]),
    // Of use only if nothing else is told meanwhile; the folder knows.
    ...(isAsked ? [askStatus(connection, shown)] : []),
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
  // Its counts are those of the mailbox that is gone.
  if (shown !== undefined && selected === undefined) states.delete(shown.path)
  return [...states.values()].sort(listing.byImportance)
}

/**
 * Without LIST-STATUS: of what was known at once, while the names are asked for, and then of what is new. One
 * round trip while the names stay.
 */
async function statusOfListed(
  connection: MailConnection,
  known: MailboxListing,
  items: string,
  hear: (answer: Untagged) => void,
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

/** The mailbox on show again when it was made anew; undefined when it is gone. */
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
  const asked = mailboxes.filter(({ isSelectable }) => isSelectable)
  // By name: a server may tell of a mailbox more than once, and unasked.
  await statusOfEach(connection, asked, '(MESSAGES)', (answer) => {
    const state = parseStatus(connection, answer)
    if (state !== undefined) counts.set(state.path, state.messages)
  })
  return asked.reduce((sum, { path }) => sum + (counts.get(path) ?? 0), 0)
}

async function statusOfEach(
  connection: MailConnection,
  asked: readonly Pick<Mailbox, 'path'>[],
  items: string,
  hear: (answer: Untagged) => void,
): Promise<void> {
  for (let from = 0; from < asked.length; from += STATUS_BATCH) {
    const batch = asked.slice(from, from + STATUS_BATCH)
    // NO: the mailbox is gone since it was listed; then it has no counts.
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
function isWhole(answer: Untagged, name: string): answer is UntaggedData {
  return answer.kind === 'data' && answer.name === name && answer.missing === undefined
}

function parseMailbox({ mailboxNameOf }: MailConnection, answer: Untagged): Mailbox | undefined {
  if (!isWhole(answer, 'LIST')) return undefined
  const [attributeList, delimiterValue, nameValue] = answer.values
  const attributes = new Set(listOf(attributeList).map(nameOf))
  const delimiter = textOf(delimiterValue) || undefined
  const path = mailboxNameOf(nameValue)
  const use = [...attributes].map((attribute) => SPECIAL_USES.get(attribute)).find(Boolean)
  return {
    path,
    name: delimiter === undefined ? path : path.slice(path.lastIndexOf(delimiter) + 1),
    delimiter,
    specialUse: path === 'INBOX' ? 'inbox' : use,
    isSubscribed: attributes.has('\\SUBSCRIBED'),
    isSelectable: !attributes.has('\\NOSELECT') && !attributes.has('\\NONEXISTENT'),
  }
}

function parseStatus(
  { mailboxNameOf }: MailConnection,
  answer: Untagged,
): MailboxState | undefined {
  if (!isWhole(answer, 'STATUS')) return undefined
  const told = pairsOf(answer.values[1])
  // Of the selected mailbox, whose messages are counted otherwise.
  if (!told.has('MESSAGES')) return undefined
  return {
    path: mailboxNameOf(answer.values[0]),
    messages: numberOf(told.get('MESSAGES')) ?? 0,
    unseen: numberOf(told.get('UNSEEN')) ?? 0,
    uidNext: numberOf(told.get('UIDNEXT')) ?? 0,
    uidValidity: bigintOf(told.get('UIDVALIDITY')) ?? 0n,
    highestModseq: bigintOf(told.get('HIGHESTMODSEQ')),
  }
}
