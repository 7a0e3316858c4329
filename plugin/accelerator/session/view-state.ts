import {
  readNamedVariables,
  withNamedVariables,
  type PhpValue,
  type SessionVariables,
} from '../../../store/index.ts'
import type { MailboxState } from '../../../proxy/mail/index.ts'
import type { SessionView } from './roundcube-session.ts'

/** A page that was shown, as Roundcube's session has to know it. */
export interface ShownPage {
  /** In modified UTF-7. */
  readonly mailbox: string
  /** undefined: the request named none, and the session keeps its own. */
  readonly page: number | undefined
  readonly state: MailboxState
  /** The highest UID, 0 without messages; undefined for results of a search, which tell nothing of the folder. */
  readonly lastUid: number | undefined
  /** Columns of the list, where they are new to the session. */
  readonly columns: readonly string[] | undefined
}

/** True when a session knows all of a page: `withShownPage` would change nothing. */
export function isShownPage(view: SessionView, shown: ShownPage): boolean {
  const { mailbox, page, state, lastUid, columns } = shown
  const isSamePage = view.mailbox === mailbox && (page ?? view.page) === view.page
  const isSameModseq =
    state.highestModseq === undefined ||
    state.messages === 0 ||
    view.listModseq === String(state.highestModseq)
  const seen = view.folders[mailbox]
  const isSeen = lastUid === undefined || (seen?.cnt === state.messages && seen.maxuid === lastUid)
  return (
    columns === undefined &&
    isSamePage &&
    isSameModseq &&
    isSeen &&
    view.unseen[mailbox] === state.unseen
  )
}

/** The session data after a page was shown; the same bytes when it knows all of it. Throws PhpFormatError. */
export function withShownPage(vars: Buffer, shown: ShownPage): Buffer {
  const { mailbox, page, state, lastUid, columns } = shown
  const before = readNamedVariables(vars, [...OF_A_PAGE])
  return changed(vars, before, {
    mbox: mailbox,
    ...(page === undefined ? {} : { page }),
    // Roundcube leaves it as it is where there are no messages.
    ...(state.highestModseq === undefined || state.messages === 0
      ? {}
      : { list_mod_seq: String(state.highestModseq) }),
    ...(lastUid === undefined
      ? {}
      : {
          folders: {
            ...mapOf(before['folders']),
            [mailbox]: { cnt: state.messages, maxuid: lastUid },
          },
        }),
    unseen_count: { ...mapOf(before['unseen_count']), [mailbox]: state.unseen },
    ...(columns === undefined ? {} : { list_attrib: { ...mapOf(before['list_attrib']), columns } }),
  })
}

const OF_A_PAGE = [...['mbox', 'page', 'list_mod_seq', 'folders', 'unseen_count', 'list_attrib']]

/** What a session was told of folders, without a list of them. */
export interface ReportedCounts {
  /** Unread messages that are new to it. */
  readonly unseen: Readonly<Record<string, number>>
  /** Of the folder on show, where its flags are new to it. */
  readonly listModseq: string | undefined
}

/** The session data after counts and flags were told. Throws PhpFormatError. */
export function withReportedCounts(vars: Buffer, { unseen, listModseq }: ReportedCounts): Buffer {
  const before = readNamedVariables(vars, ['unseen_count', 'list_mod_seq'])
  return changed(vars, before, {
    ...(listModseq === undefined ? {} : { list_mod_seq: listModseq }),
    unseen_count: { ...mapOf(before['unseen_count']), ...unseen },
  })
}

function changed(vars: Buffer, before: SessionVariables, after: SessionVariables): Buffer {
  const isSame = Object.entries(after).every(
    ([name, value]) => JSON.stringify(before[name]) === JSON.stringify(value),
  )
  return isSame ? vars : withNamedVariables(vars, after)
}

/** PHP writes an empty map as a list. */
function mapOf(value: PhpValue | undefined): Readonly<Record<string, PhpValue>> {
  return isMap(value) ? value : {}
}

function isMap(value: PhpValue | undefined): value is Readonly<Record<string, PhpValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
