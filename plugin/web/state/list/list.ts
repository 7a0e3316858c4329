import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type { NativeList, NativeMessageName, NativeRow } from '../../../wire/native/types.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { Shown } from '../../wire/inputs.ts'
import { requestList } from '../../wire/list-requests.ts'
import { isAborted } from '../../wire/http/http-client.ts'
import { failureOf, final, Problem, type Failure } from '../../wire/http/problem.ts'
import { isSameMailbox, type MailboxName } from '../../wire/message-name.ts'
import { isNarrowed, type ListQuery } from '../../wire/query.ts'
import { hasUid, type UidSet } from '../../wire/uid-set.ts'
import type { Connection } from '../session/connection.ts'
import type { ListMemory } from './memory.ts'
import * as listRows from './rows.ts'
import type { Rows } from './rows.ts'

export type ListStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  /** The person did not want to wait any longer. */
  | { readonly kind: 'stopped' }
  /** There is no such folder: to ask again is of no use. */
  | { readonly kind: 'gone' }
  | ({ readonly kind: 'failed' } & Failure)

/** Messages that left the list ahead of the server's word. One of the two ends the wait. */
export interface Taken {
  settle(): void
  putBack(): void
}

/** The message list: a window on all messages that match, loaded where it is looked at. */
export interface MessageList {
  readonly query: ReadonlySignal<ListQuery>
  /** What the UIDs of the rows belong to: a mailbox made anew under its old name is another one. */
  readonly name: ReadonlySignal<MailboxName>
  readonly total: ReadonlySignal<number>
  readonly rows: ReadonlySignal<Rows>
  readonly status: ReadonlySignal<ListStatus>
  readonly placeOf: ReadonlySignal<ReadonlyMap<number, number>>
  /** Grows when rows leave or return by an act of this page; all other changes are somebody else's. */
  readonly ownChanges: ReadonlySignal<number>
  /** Index of the first row in sight. */
  readonly firstInSight: ReadonlySignal<number>
  /** Index of the row the list was opened at. */
  readonly openedAt: ReadonlySignal<number>
  /** Opens a list at its first row, or where it was left. */
  open(query: ListQuery, row?: number): void
  /** After an act of this page: what is new then is no news. */
  readonly reload: () => void
  /** Gives up what is asked for; the server's search ends with it. */
  readonly stop: () => void
  /** The rows in sight, last one included; missing pages are asked for. */
  look(first: number, last: number): void
  shown(): Shown | undefined
  /** False when the list was changed or replaced since: an answer about it is out of date. */
  isCurrent(shown: Shown): boolean
  /** A page the server sent on its own account, e.g. with a refresh. */
  apply(page: NativeList): void
  /** The page on show is right in this state; others in sight are asked for when it is a new one. */
  confirm(shown: Shown, state: string): void
  editFlags(uids: readonly number[], edit: (flags: readonly string[]) => readonly string[]): void
  take(uids: UidSet): Taken
  /** Messages the server has already taken away. */
  drop(uids: UidSet): void
  /** True while an act in the mailbox on show is under way. */
  readonly isHeld: () => boolean
  /** Keeps older answers about this mailbox out while an act is under way; call the result when it is over. */
  hold(): () => void
  /** The loaded rows of these messages. */
  rowsAmong(uids: UidSet): readonly NativeRow[]
  /** The row of a message, when it is one of this list. */
  rowOf(message: NativeMessageName): NativeRow | undefined
}

interface ListOptions {
  readonly http: Pick<HttpClient, 'get' | 'search'>
  readonly connection: Pick<Connection, 'reach'>
  /** What is opened first. */
  readonly first: ListQuery
  readonly pageSize: number
  /** Rows kept in memory; the rest is asked for again. */
  readonly maxRows: number
  readonly memory: ListMemory
}

/** Builds the list; nothing is asked before `open`. */
export function createList(options: ListOptions): MessageList {
  const { http, connection, maxRows, memory } = options
  const query = signal(options.first)
  /** Empty until the first answer or what is remembered tells. */
  const uidValidity = signal('')
  const name = computed(() => ({
    mailbox: query.value.mailbox,
    uidValidity: uidValidity.value,
  }))
  const total = signal(0)
  const rows = signal<Rows>(new Map())
  const status = signal<ListStatus>({ kind: 'loading' })
  const ownChanges = signal(0)
  const placeOf = computed(
    () => new Map([...rows.value].map(([index, row]) => [row.uid, index] as const)),
  )
  const firstInSight = signal(0)
  const openedAt = signal(0)
  let pageSize = options.pageSize
  let state = ''
  /** Pages confirmed in the state above; others are shown but asked for again. */
  let confirmed = new Set<number>()
  let underWay = new Set<number>()
  let loading = new AbortController()
  let sight = { first: 0, last: options.pageSize - 1 }
  /** The acts under way. */
  const acts = new Set<{ readonly mailbox: string }>()
  /** The next answer shows what an act of this page has changed. */
  let isOwnAnswer = false
  /** An answer was given up for an act. */
  let isOwed = false
  let lastShown: Shown | undefined

  function open(next: ListQuery, row = 0): void {
    if (status.value.kind === 'ready') {
      memory.keep(query.value, {
        uidValidity: uidValidity.value,
        rows: rows.value,
        total: total.value,
      })
    }
    const known = memory.get(next)
    batch(() => {
      query.value = next
      openedAt.value = row
      firstInSight.value = row
      uidValidity.value = known?.uidValidity ?? ''
      rows.value = known?.rows ?? new Map<number, NativeRow>()
      total.value = known?.total ?? 0
      status.value = known === undefined ? { kind: 'loading' } : { kind: 'ready' }
    })
    sight = { first: row, last: row + pageSize - 1 }
    lastShown = undefined
    isOwnAnswer = false
    forget()
    void load(pageOf(row))
  }

  // Answers still on their way were asked before something changed, so they are given up.
  function forget(): void {
    loading.abort()
    loading = new AbortController()
    underWay = new Set()
    confirmed = new Set()
    isOwed = false
  }

  function isHeld(): boolean {
    return [...acts].some(({ mailbox }) => mailbox === query.value.mailbox)
  }

  function askForSight(): void {
    if (isHeld() || total.value === 0) return
    const last = Math.min(sight.last, total.value - 1)
    for (let page = pageOf(sight.first); page <= pageOf(last); page += 1) {
      if (!confirmed.has(page) && !underWay.has(page)) void load(page)
    }
  }

  function pageOf(index: number): number {
    return Math.floor(index / pageSize) + 1
  }

  async function load(page: number): Promise<void> {
    const { signal: abort } = loading
    const asked = query.value
    underWay.add(page)
    try {
      apply(await connection.reach(() => ask(asked, page, abort), abort))
    } catch (error) {
      if (isAborted(error, abort)) return
      const isGone = error instanceof Problem && error.code === 'mailbox_not_found'
      status.value = isGone ? { kind: 'gone' } : { kind: 'failed', ...failureOf(error) }
    } finally {
      if (!abort.aborted) underWay.delete(page)
    }
  }

  // A search that ran into its limit would do so again, so it is not repeated like other requests. One that met a
  // silent server (`mail_timeout`) goes on once that answers.
  async function ask(asked: ListQuery, page: number, abort: AbortSignal): Promise<NativeList> {
    try {
      return await requestList(http, asked, page, abort)
    } catch (error) {
      const isLimit = error instanceof Problem && error.code === 'timed_out'
      throw isLimit && isNarrowed(asked) ? final(error) : error
    }
  }

  function apply(answer: NativeList): void {
    if (answer.mailbox !== query.value.mailbox) return
    if (isHeld()) {
      isOwed = true
      return
    }
    // In another state the other pages have moved: shown where they must be by now, but asked for again.
    const isNews = answer.state !== state
    if (isNews) confirmed = new Set()
    state = answer.state
    pageSize = answer.pageSize
    confirmed.add(answer.page)
    const center = (sight.first + sight.last) / 2
    const isSame = answer.uidValidity === uidValidity.value
    const kept: Rows = isSame ? rows.value : new Map()
    const first = (answer.page - 1) * pageSize
    const placed = isNews
      ? listRows.placeNewPage(kept, first, answer.rows, answer.total - total.value)
      : listRows.placePage(kept, first, answer.rows)
    const inside = new Map([...placed].filter(([index]) => index < answer.total))
    batch(() => {
      if (isOwnAnswer) ownChanges.value += 1
      isOwnAnswer = false
      uidValidity.value = answer.uidValidity
      total.value = answer.total
      rows.value = listRows.nearRows(inside, center, maxRows)
      status.value = { kind: 'ready' }
    })
    const reach = maxRows / 2 - pageSize
    confirmed = new Set(
      [...confirmed].filter((page) => Math.abs(page * pageSize - center) <= reach),
    )
    askForSight()
  }

  function confirm(shown: Shown, next: string): void {
    if (next === state) return
    state = next
    confirmed = new Set([shown.page])
    askForSight()
  }

  function hold(): () => void {
    const act = { mailbox: query.value.mailbox }
    acts.add(act)
    lastShown = undefined
    isOwed ||= underWay.size > 0
    loading.abort()
    loading = new AbortController()
    underWay = new Set()
    return () => {
      if (acts.delete(act)) resume()
    }
  }

  function resume(): void {
    if (isHeld()) return
    const first = pageOf(sight.first)
    if (isOwed && !underWay.has(first)) void load(first)
    isOwed = false
    askForSight()
  }

  function leave(uids: UidSet): {
    readonly taken: readonly listRows.PlacedRow[]
    readonly by: number
  } {
    const { rows: left, taken } = listRows.withoutUids(rows.value, uids)
    // The pages behind moved up: shown as they are, confirmed after the act.
    confirmed = new Set()
    const by = Math.min(Math.max(uids.size, taken.length), total.value - left.size)
    batch(() => {
      ownChanges.value += 1
      rows.value = left
      total.value -= by
    })
    return { taken, by }
  }

  function rowOf(message: NativeMessageName): NativeRow | undefined {
    const index = isSameMailbox(name.value, message) ? placeOf.value.get(message.uid) : undefined
    return index === undefined ? undefined : rows.value.get(index)
  }

  return {
    query,
    name,
    total,
    rows,
    status,
    placeOf,
    ownChanges,
    firstInSight,
    openedAt,
    open,
    apply,
    confirm,
    hold,
    isHeld,
    reload() {
      forget()
      isOwnAnswer = true
      if (status.value.kind !== 'ready') status.value = { kind: 'loading' }
      void load(pageOf(sight.first))
    },
    stop() {
      forget()
      status.value = { kind: 'stopped' }
    },
    look(first, last) {
      sight = { first, last }
      firstInSight.value = first
      askForSight()
    },
    shown() {
      if (status.value.kind !== 'ready' || isHeld()) return undefined
      const page = pageOf(sight.first)
      const uids: number[] = []
      for (let index = (page - 1) * pageSize; index < page * pageSize; index += 1) {
        const row = rows.value.get(index)
        if (row !== undefined) uids.push(row.uid)
      }
      lastShown = { query: query.value, page, uids, state }
      return lastShown
    },
    isCurrent: (shown) => shown === lastShown,
    editFlags(uids, edit) {
      rows.value = listRows.withFlags(rows.value, new Set(uids), edit)
    },
    take(uids) {
      const release = hold()
      const asked = name.value
      const { taken, by } = leave(uids)
      return {
        settle: release,
        putBack() {
          if (name.value === asked) {
            batch(() => {
              ownChanges.value += 1
              rows.value = listRows.withPlaces(rows.value, taken)
              total.value += by
            })
          }
          release()
        },
      }
    },
    drop: (uids) => void leave(uids),
    rowsAmong: (uids) => [...rows.value.values()].filter((row) => hasUid(uids, row.uid)),
    rowOf,
  }
}
