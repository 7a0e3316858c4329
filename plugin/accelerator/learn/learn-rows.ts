import { decodeModifiedUtf7, mailboxName, type Account } from '../../../proxy/mail/index.ts'
import { provedRows } from '../../wire/roundcube/learned/list-template.ts'
import type { RoundcubeResponse } from '../../wire/roundcube/learned/read-response.ts'
import { rowsKey, setNewest, withRows, type LearnedUser } from '../response/learned-responses.ts'
import type { KnownList } from '../response/response-forms.ts'
import { withoutRecentFlags } from '../response/read-list.ts'

interface RowsContext {
  readonly account: Account
  readonly learned: LearnedUser
  /** How the folder's lists are written. */
  readonly known: KnownList
  /** Of the session. */
  readonly settings: string
  readonly mailbox: string
  readonly signal: AbortSignal
  readonly now: number
}

/** Learns rows that a response shows of a folder whose lists are known already. */
export async function learnRowsResponse(
  { lines }: RoundcubeResponse,
  { account, learned, known, settings, mailbox, signal, now }: RowsContext,
): Promise<void> {
  const rows = lines.filter(({ name }) => name === 'add_message_row')
  const uids = rows.flatMap(({ values: [uid] }) => (typeof uid === 'number' ? [uid] : []))
  if (uids.length === 0) return
  const { template } = known
  const read = await account.page(
    {
      ...{ mailbox: mailboxName(decodeModifiedUtf7(mailbox), undefined), page: 1 },
      ...{ pageSize: uids.length, sort: undefined, search: undefined, only: uids },
    },
    { signal },
  )
  const page = withoutRecentFlags(read)
  const { uidValidity } = page.state
  if (known.uidValidity !== undefined && known.uidValidity !== uidValidity) return
  const key = rowsKey(settings, template)
  const proved = provedRows(template, rows, { page, now })
  setNewest(learned.rows, key, withRows(learned.rows.get(key), uidValidity, proved))
}
