import {
  readNamedVariables,
  withNamedVariables,
  type PhpValue,
  type SessionVariables,
} from '../../../store/index.ts'
import type { MailboxState } from '../../../proxy/mail/index.ts'
import type { SessionView } from './roundcube-session.ts'

/** A page that was shown, as Roundcube's session has to know it. What it knows of the folder's messages is the same. */
export interface ShownPage {
  /** In modified UTF-7. */
  readonly mailbox: string
  /** undefined: the request named none, and the session keeps its own. */
  readonly page: number | undefined
  readonly state: MailboxState
}

/** True when a session knows all of a page: `withShownPage` would change nothing. */
export function isShownPage(view: SessionView, { mailbox, page, state }: ShownPage): boolean {
  const isSamePage = view.mailbox === mailbox && (page ?? view.page) === view.page
  const isSameModseq =
    state.highestModseq === undefined ||
    state.messages === 0 ||
    view.listModseq === String(state.highestModseq)
  return isSamePage && isSameModseq && view.unseen[mailbox] === state.unseen
}

/** The session data after a page was shown; the same bytes when it knows all of it. Throws PhpFormatError. */
export function withShownPage(vars: Buffer, { mailbox, page, state }: ShownPage): Buffer {
  const before = readNamedVariables(vars, ['mbox', 'page', 'list_mod_seq', 'unseen_count'])
  const after: SessionVariables = {
    mbox: mailbox,
    ...(page === undefined ? {} : { page }),
    // Roundcube leaves it as it is where there are no messages.
    ...(state.highestModseq === undefined || state.messages === 0
      ? {}
      : { list_mod_seq: String(state.highestModseq) }),
    unseen_count: { ...mapOf(before['unseen_count']), [mailbox]: state.unseen },
  }
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
