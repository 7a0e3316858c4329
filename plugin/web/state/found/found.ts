import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import type { NativeMessageName, NativeRow } from '../../../wire/native/types.ts'
import type { DoneAction, HttpClient } from '../../wire/http/http-client.ts'
import { isAborted } from '../../wire/http/http-client.ts'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import { fieldsOf, filterOf, type ListQuery } from '../../wire/query.ts'
import type { Connection } from '../session/connection.ts'
import type { MessageList } from '../list/list.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'
import { type FoundRow } from './found-rows.ts'
import { keepRowsCurrent } from './keep-current.ts'

/** How far a search of all folders is. */
export type FoundStatus =
  | { readonly kind: 'searching' }
  | { readonly kind: 'ready' }
  /** The user did not want to wait any longer: what was found by then stays. */
  | { readonly kind: 'stopped' }
  | ({ readonly kind: 'failed' } & Failure)

/** What is searched for, and how: the folder on show counts for nothing. */
export type FoundQuery = Pick<ListQuery, 'search' | 'scope' | 'filter'>

/** The messages that match in all folders, as they are found. */
export interface Found {
  /** undefined while nothing is searched for in all folders. */
  readonly query: ReadonlySignal<FoundQuery | undefined>
  /** The newest first, each with its folder. */
  readonly rows: ReadonlySignal<readonly FoundRow[]>
  readonly status: ReadonlySignal<FoundStatus>
  /** Folders that are done with, of all that are searched; 0 of 0 before the first answer. */
  readonly progress: ReadonlySignal<{ readonly searched: number; readonly folders: number }>
  /** Messages that match, listed or not. */
  readonly total: ReadonlySignal<number>
  /** Folders that the mail server did not let be searched. */
  readonly refused: ReadonlySignal<readonly string[]>
  open(query: FoundQuery): void
  /** Searches for the same again; nothing when nothing was searched for. */
  readonly again: () => void
  readonly stop: () => void
  readonly close: () => void
}

interface FoundOptions {
  readonly http: Pick<HttpClient, 'search'>
  readonly connection: Pick<Connection, 'reach'>
  readonly list: Pick<MessageList, 'query'>
  readonly mailboxes: Pick<Mailboxes, 'special'>
  readonly lastDone: ReadonlySignal<DoneAction | undefined>
}

/** More than anyone looks through; of older ones only the number is told. */
const MAX_ROWS = 200

/** Builds the search; it ends when a folder is opened. */
export function createFound({ http, connection, list, mailboxes, lastDone }: FoundOptions): Found {
  const query = signal<FoundQuery | undefined>(undefined)
  const all = signal<readonly FoundRow[]>([])
  const status = signal<FoundStatus>({ kind: 'ready' })
  const progress = signal({ searched: 0, folders: 0 })
  /** Messages that match and are too old to be listed. */
  const older = signal(0)
  const rows = computed(() => all.value.filter(({ isAway }) => !isAway))
  const refused = signal<readonly string[]>([])
  let last: FoundQuery | undefined
  let searching = new AbortController()

  function open(wanted: FoundQuery): void {
    searching.abort()
    searching = new AbortController()
    last = wanted
    batch(() => {
      query.value = wanted
      all.value = []
      status.value = { kind: 'searching' }
      progress.value = { searched: 0, folders: 0 }
      older.value = 0
      refused.value = []
    })
    void search(wanted, searching.signal)
  }

  async function search(wanted: FoundQuery, abort: AbortSignal): Promise<void> {
    const { search: text, scope, filter } = wanted
    const typed = { text, fields: fieldsOf[scope], filter: filterOf[filter] }
    let after: string | undefined
    try {
      do {
        const input = { query: typed, after }
        const answer = await connection.reach(() => http.search('find', input, abort), abort)
        batch(() => {
          const listed = [...all.value, ...answer.rows.map(foundRow)].toSorted(newestFirst)
          const newest = listed.slice(0, MAX_ROWS)
          older.value += answer.count - (newest.length - all.value.length)
          all.value = newest
          refused.value = [...refused.value, ...answer.refused]
          progress.value = { searched: answer.searched, folders: answer.folders }
        })
        after = answer.after ?? undefined
      } while (after !== undefined)
      status.value = { kind: 'ready' }
    } catch (error) {
      if (!isAborted(error, abort)) status.value = { kind: 'failed', ...failureOf(error) }
    }
  }

  function close(): void {
    searching.abort()
    query.value = undefined
  }

  let shown = list.query.peek()
  effect(() => {
    const opened = list.query.value
    if (opened !== shown) untracked(close)
    shown = opened
  })
  keepRowsCurrent(all, { lastDone, mailboxes })

  return {
    query,
    rows,
    status,
    progress,
    total: computed(() => older.value + rows.value.length),
    refused,
    open,
    again() {
      if (last !== undefined) open(last)
    },
    stop() {
      searching.abort()
      status.value = { kind: 'stopped' }
    },
    close,
  }
}

function foundRow({
  row,
  mailbox,
  uidValidity,
}: Omit<NativeMessageName, 'uid'> & { readonly row: NativeRow }): FoundRow {
  return { row, name: { mailbox, uidValidity, uid: row.uid }, isAway: false }
}

function newestFirst(one: FoundRow, other: FoundRow): number {
  return other.row.date - one.row.date
}
