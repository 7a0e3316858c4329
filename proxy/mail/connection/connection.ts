import {
  decodeModifiedUtf7,
  inboxPrefixOf,
  mailboxName,
  type MailboxName,
} from '../model/mailbox-name.ts'
import type { SignInFacts } from '../model/account.ts'
import type { Capabilities, CapabilityName } from './capabilities.ts'
import { MailFault } from '../model/mail-fault.ts'
import type { FolderMemory } from '../cache/folders.ts'
import type { Folder, FolderVersion, SelectFacts } from '../cache/folder.ts'
import { faultOfResponse, isAboutExpunged } from '../imap/fault.ts'
import { quotedMailboxName, type CommandPart } from '../imap/command.ts'
import type { Conversation, IdleCommand, Untagged } from '../imap/conversation.ts'
import type { ImapValue, StatusLine, UntaggedData } from '../imap/parser/response.ts'
import { atomOf, bigintOf, listOf, numberOf, pairsOf, textOf } from '../imap/parser/value.ts'
import { packUids } from '../imap/parser/uid-set.ts'

/** One FETCH answer, by item. */
export type FetchedItems = ReadonlyMap<string, ImapValue>

/** What a FETCH answer leaves out, by why; undefined when it is whole. */
export type MissingItems = UntaggedData['missing']

/** Hears one FETCH answer. */
type FetchListener = (uid: number, items: FetchedItems, missing: MissingItems) => void

/** Hears what the server sends while its command is under way, the command's OK, NO or BAD last. */
export type Listener = (response: Untagged) => void

/**
 * A signed-in connection that knows which mailbox is selected and keeps that folder up to date. Who calls
 * it has its turn (working.ts): no one else sends commands meanwhile.
 */
export interface MailConnection {
  readonly isOpen: boolean
  /** Time since the server last said something, or began on a command that it may be silent over. */
  readonly quietMs: number
  /** The shortest time a command took that was alone under way; 0 before the first. */
  readonly roundTripMs: number
  readonly facts: SignInFacts
  /** Paths of the mailboxes that this connection has reported counts of. */
  readonly counted: Set<MailboxName>
  /** A mailbox name as the server writes it. */
  readonly mailboxNameOf: (value: ImapValue | undefined) => MailboxName
  has(capability: CapabilityName): boolean
  /** The mailbox, selected and confirmed by one round trip: NOOP when it was selected already, else SELECT. */
  open(path: MailboxName): Promise<Folder>
  /** The mailbox, selected; costs nothing when it was. */
  select(path: MailboxName): Promise<Folder>
  /** The folder of the selected mailbox. */
  selected(): Folder | undefined
  /** What that folder knew when its mailbox was selected. */
  selectedAsOf(): FolderVersion | undefined
  /** What is known of a mailbox that may have changed since; undefined when nothing is. */
  cached(path: MailboxName): Folder | undefined
  /** Lets the server tell what is new in the selected mailbox; costs nothing when none is. */
  noop(): Promise<void>
  /** One NOOP; throws MailFault when nothing comes within the time and two round trips, and the connection is then no more. */
  confirm(limitMs: number): Promise<void>
  /** Throws MailFault for NO and BAD. */
  execute(parts: readonly CommandPart[], on?: Listener): Promise<StatusLine>
  /** As `execute`, for what may take the server minutes: it has a limit of its own. */
  search(parts: readonly CommandPart[], on: Listener): Promise<void>
  /** As `execute`, for commands whose NO is a response. */
  attempt(parts: readonly CommandPart[], on?: Listener): Promise<StatusLine>
  /** UID FETCH in the selected mailbox; what the server says of other messages goes to the folder. */
  fetch(uids: readonly number[], items: string, on: FetchListener): Promise<void>
  /** Starts IDLE (RFC 2177). Nothing else may be sent until it has ended. */
  idle(): IdleCommand
  end(): void
  destroy(fault: MailFault): void
}

interface ConnectionParts {
  readonly owner: string
  readonly conversation: Conversation
  readonly capabilities: Capabilities
  readonly facts: SignInFacts
  readonly folders: FolderMemory
  readonly searchMs: number
  /** Hears every untagged answer as well. */
  readonly onUntagged?: Listener
}

/** Wraps an authenticated conversation. */
export function createMailConnection(parts: ConnectionParts): MailConnection {
  const { conversation, capabilities } = parts
  let selected: Folder | undefined
  let selectedAsOf: FolderVersion | undefined
  const fetches = new Set<PendingFetch>()
  const nowSelected = () => selected
  const inboxPrefix = inboxPrefixOf(parts.facts.namespace)

  conversation.onUntagged = (response) => {
    parts.onUntagged?.(response)
    if (response.kind !== 'data' || response.number === undefined) return
    if (response.name === 'FETCH' && isRequested(fetches, response)) return
    if (selected !== undefined) reportToFolder(selected, response.name, response.number)
  }
  const execute = async (command: readonly CommandPart[], on?: Listener) => {
    const line = await conversation.send(command, on)
    if (line.status !== 'OK') throw faultOfResponse(line)
    return line
  }
  const hearNoop = (response: Untagged) => {
    if (isUntaggedNo(response)) selected = undefined
  }
  const select = async (path: MailboxName): Promise<Folder> => {
    if (selected?.path === path) return selected
    selected = undefined
    const facts = selectFacts()
    const condstore = capabilities.has('CONDSTORE') ? ['(CONDSTORE)'] : []
    await execute(['SELECT', quotedMailboxName(path), ...condstore], (response) => {
      facts.hear(response)
      // At once: changes may follow in the same packet as the OK.
      if (!isOwnOk(response)) return
      selected = parts.folders.enter(parts.owner, path, facts.facts())
      selectedAsOf = selected.version
    })
    const folder = nowSelected()
    if (folder === undefined) throw new MailFault('closed', 'SELECT had no effect')
    return folder
  }

  return {
    get isOpen() {
      return conversation.isOpen
    },
    get quietMs() {
      return conversation.quietMs
    },
    get roundTripMs() {
      return conversation.roundTripMs
    },
    facts: parts.facts,
    counted: new Set(),
    mailboxNameOf: (value) =>
      mailboxName(decodeModifiedUtf7(value === null ? 'NIL' : textOf(value)), inboxPrefix),
    has: (capability) => capabilities.has(capability),
    open: async (path) => {
      if (selected?.path !== path) return select(path)
      const folder = selected
      await execute(['NOOP'], hearNoop)
      return selected === folder ? folder : select(path)
    },
    select,
    noop: async () => {
      if (selected === undefined) return
      await execute(['NOOP'], hearNoop)
    },
    confirm: async (limitMs) => {
      // Any response will do: what it says goes to the folder.
      // A server far away is not taken for one that has forgotten.
      await conversation.send(['NOOP'], hearNoop, limitMs + 2 * conversation.roundTripMs)
    },
    execute,
    search: async (command, on) => {
      const line = await conversation.send(command, on, parts.searchMs).catch(stoppedSearch)
      if (line.status !== 'OK') throw faultOfResponse(line)
    },
    attempt: (command, on) => conversation.send(command, on),
    selected: nowSelected,
    selectedAsOf: () => selectedAsOf,
    cached: (path) => parts.folders.find(parts.owner, path),
    fetch: async (uids, items, on) => {
      if (uids.length === 0) return
      const missing = new Set(uids)
      const listener = {
        uids: new Set(uids),
        on: (uid: number, facts: FetchedItems, leftOut: MissingItems) => {
          missing.delete(uid)
          on(uid, facts, leftOut)
        },
      }
      fetches.add(listener)
      try {
        const line = await conversation.send(['UID FETCH', packUids(uids), items])
        if (line.status === 'OK' || (missing.size === 0 && line.status === 'NO')) return
        // The caller sees which are missing; any other NO is the reason why they were not sent.
        if (line.status === 'BAD' || !isAboutExpunged(line)) throw faultOfResponse(line)
      } finally {
        fetches.delete(listener)
      }
    },
    idle: () => conversation.idle(),
    end: () => {
      conversation.end()
    },
    destroy: (fault) => {
      conversation.destroy(fault)
    },
  }
}

/** A search that takes too long is no broken connection: log and page can tell them apart. */
function stoppedSearch(error: unknown): never {
  if (!(error instanceof MailFault) || error.code !== 'timed_out') throw error
  throw new MailFault('search_stopped', `Search stopped: ${error.serverText}`, { cause: error })
}

interface PendingFetch {
  readonly uids: ReadonlySet<number>
  readonly on: FetchListener
}

/** Hands a FETCH to who requested it; false for data about other messages. */
function isRequested(fetches: ReadonlySet<PendingFetch>, response: UntaggedData): boolean {
  if (fetches.size === 0) return false
  const items = pairsOf(response.values[0])
  const uid = numberOf(items.get('UID'))
  const waiting = [...fetches].filter(({ uids }) => uid !== undefined && uids.has(uid))
  for (const { on } of waiting) on(uid ?? 0, items, response.missing)
  return waiting.length > 0
}

function reportToFolder(folder: Folder, name: string, number: number): void {
  if (name === 'EXISTS') folder.existsIs(number)
  else if (name === 'EXPUNGE') folder.expunged(number)
  else if (name === 'FETCH') folder.flagsChanged()
}

/**
 * What Dovecot adds to the OK of a NOOP when the selected mailbox was deleted meanwhile, and perhaps
 * made again: without another SELECT it would continue showing the old one.
 */
function isUntaggedNo(response: Untagged): boolean {
  return response.kind === 'status' && response.tag === '*' && response.status === 'NO'
}

function isOwnOk(reply: Untagged): boolean {
  return reply.kind === 'status' && reply.tag !== '*' && reply.status === 'OK'
}

function selectFacts(): { hear: Listener; facts(): SelectFacts } {
  let exists = 0
  let uidValidity = 0n
  let uidNext = 0
  let highestModseq: bigint | undefined
  let permanentFlags: ReadonlySet<string> | undefined
  return {
    hear: (response) => {
      if (response.kind === 'data' && response.name === 'EXISTS') exists = response.number ?? 0
      if (response.kind !== 'status') return
      const [value] = response.codeValues
      if (response.code === 'UIDVALIDITY') uidValidity = bigintOf(value) ?? 0n
      if (response.code === 'UIDNEXT') uidNext = numberOf(value) ?? 0
      if (response.code === 'HIGHESTMODSEQ') highestModseq = bigintOf(value)
      if (response.code === 'NOMODSEQ') highestModseq = undefined
      if (response.code === 'PERMANENTFLAGS') {
        permanentFlags = new Set(listOf(value).map((flag) => atomOf(flag).toLowerCase()))
      }
    },
    facts: () => ({ exists, uidValidity, uidNext, highestModseq, permanentFlags }),
  }
}
