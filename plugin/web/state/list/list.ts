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
  /** The user did not want to wait any longer. */
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
  /** What the UIDs of the rows belong to: a mailbox made again under its old name is another one. */
  readonly name: ReadonlySignal<MailboxName>
  readonly total: ReadonlySignal<number>
  readonly rows: ReadonlySignal<Rows>
  readonly status: ReadonlySignal<ListStatus>
  readonly positionOf: ReadonlySignal<ReadonlyMap<number, number>>
  /** Grows when rows leave or return by an action of this page; all other changes are someone else's. */
  readonly ownChanges: ReadonlySignal<number>
  /** Index of the first row in view. */
  readonly firstVisible: ReadonlySignal<number>
  /** Index of the row the list was opened at. */
  readonly openedAt: ReadonlySignal<number>
  /** Opens a list at its first row, or where it was left. */
  open(query: ListQuery, row?: number): void
  /** After an action of this page: what is new then is no changes. */
  readonly reload: () => void
  /** Gives up what is requested; the server's search ends with it. */
  readonly stop: () => void
  /** The rows in view, last one included; missing pages are requested. */
  look(first: number, last: number): void
  shown(): Shown | undefined
  /** False when the list was changed or replaced since: a response about it is out of date. */
  isCurrent(shown: Shown): boolean
  /** A page the server sent on its own account, e.g. with a refresh. */
  apply(page: NativeList): void
  /** The page on show is right in this state; others in view are requested when it is a new one. */
  confirm(shown: Shown, state: string): void
  editFlags(uids: readonly number[], edit: (flags: readonly string[]) => readonly string[]): void
  take(uids: UidSet): Taken
  /** Messages the server has already taken away. */
  drop(uids: UidSet): void
  /** True while an action in the mailbox on show is under way. */
  readonly isHeld: () => boolean
  /** Keeps older answers about this mailbox out while an action is under way; call the result when it is over. */
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
  /** Rows stored in memory; the rest is requested again. */
  readonly maxRows: number
  readonly memory: ListMemory
}

/** Builds the list; nothing is asked before `open`. */
export function createList(options: ListOptions): MessageList {
  const { http, connection, maxRows, memory } = options
  const query = signal(options.first)
  /** Empty until the first response or what is remembered tells. */
  const uidValidity = signal('')
  const name = computed(() => ({
    mailbox: query.value.mailbox,
    uidValidity: uidValidity.value,
  }))
  const total = signal(0)
  const rows = signal<Rows>(new Map())
  const status = signal<ListStatus>({ kind: 'loading' })
  const ownChanges = signal(0)
  const positionOf = computed(
    () => new Map([...rows.value].map(([index, row]) => [row.uid, index] as const)),
  )
  const firstVisible = signal(0)
  const openedAt = signal(0)
  let pageSize = options.pageSize
  let state = ''
  /** Pages confirmed in the state above; others are shown but requested again. */
  let confirmed = new Set<number>()
  let underWay = new Set<number>()
  let loading = new AbortController()
  let visible = { first: 0, last: options.pageSize - 1 }
  /** The acts under way. */
  const actions = new Set<{ readonly mailbox: string }>()
  /** The next answer shows what an action of this page has changed. */
  let isOwnResponse = false
  /** A response was given up for an action. */
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
    const cached = memory.get(next)
    batch(() => {
      query.value = next
      openedAt.value = row
      firstVisible.value = row
      uidValidity.value = cached?.uidValidity ?? ''
      rows.value = cached?.rows ?? new Map<number, NativeRow>()
      total.value = cached?.total ?? 0
      status.value = cached === undefined ? { kind: 'loading' } : { kind: 'ready' }
    })
    visible = { first: row, last: row + pageSize - 1 }
    lastShown = undefined
    isOwnResponse = false
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
    return [...actions].some(({ mailbox }) => mailbox === query.value.mailbox)
  }

  function loadVisible(): void {
    if (isHeld() || total.value === 0) return
    const last = Math.min(visible.last, total.value - 1)
    for (let page = pageOf(visible.first); page <= pageOf(last); page += 1) {
      if (!confirmed.has(page) && !underWay.has(page)) void load(page)
    }
  }

  function pageOf(index: number): number {
    return Math.floor(index / pageSize) + 1
  }

  async function load(page: number): Promise<void> {
    const { signal: abort } = loading
    const requested = query.value
    underWay.add(page)
    try {
      apply(await connection.reach(() => request(requested, page, abort), abort))
    } catch (error) {
      if (isAborted(error, abort)) return
      const isDeleted = error instanceof Problem && error.code === 'mailbox_not_found'
      status.value = isDeleted ? { kind: 'gone' } : { kind: 'failed', ...failureOf(error) }
    } finally {
      if (!abort.aborted) underWay.delete(page)
    }
  }

  // A search that ran into its limit would do so again, so it is not repeated like other requests. One that met a
  // silent server (`mail_timeout`) continues once that answers.
  async function request(
    requests: ListQuery,
    page: number,
    abort: AbortSignal,
  ): Promise<NativeList> {
    try {
      return await requestList(http, requests, page, abort)
    } catch (error) {
      const isLimit = error instanceof Problem && error.code === 'timed_out'
      throw isLimit && isNarrowed(requests) ? final(error) : error
    }
  }

  function apply(response: NativeList): void {
    if (response.mailbox !== query.value.mailbox) return
    if (isHeld()) {
      isOwed = true
      return
    }
    // In another state the other pages have moved: shown where they must be by now, but requested again.
    const isChanged = response.state !== state
    if (isChanged) confirmed = new Set()
    state = response.state
    pageSize = response.pageSize
    confirmed.add(response.page)
    const center = (visible.first + visible.last) / 2
    const isSame = response.uidValidity === uidValidity.value
    const remaining: Rows = isSame ? rows.value : new Map()
    const first = (response.page - 1) * pageSize
    const positioned = isChanged
      ? listRows.insertNewPage(remaining, first, response.rows, response.total - total.value)
      : listRows.insertPage(remaining, first, response.rows)
    const inside = new Map([...positioned].filter(([index]) => index < response.total))
    batch(() => {
      if (isOwnResponse) ownChanges.value += 1
      isOwnResponse = false
      uidValidity.value = response.uidValidity
      total.value = response.total
      rows.value = listRows.nearRows(inside, center, maxRows)
      status.value = { kind: 'ready' }
    })
    const reach = maxRows / 2 - pageSize
    confirmed = new Set(
      [...confirmed].filter((page) => Math.abs(page * pageSize - center) <= reach),
    )
    loadVisible()
  }

  function confirm(shown: Shown, next: string): void {
    if (next === state) return
    state = next
    confirmed = new Set([shown.page])
    loadVisible()
  }

  function hold(): () => void {
    const run = { mailbox: query.value.mailbox }
    actions.add(run)
    lastShown = undefined
    isOwed ||= underWay.size > 0
    loading.abort()
    loading = new AbortController()
    underWay = new Set()
    return () => {
      if (actions.delete(run)) resume()
    }
  }

  function resume(): void {
    if (isHeld()) return
    const first = pageOf(visible.first)
    if (isOwed && !underWay.has(first)) void load(first)
    isOwed = false
    loadVisible()
  }

  function leave(uids: UidSet): {
    readonly taken: readonly listRows.PositionedRow[]
    readonly by: number
  } {
    const { rows: left, taken } = listRows.withoutUids(rows.value, uids)
    // The pages behind moved up: shown as they are, confirmed after the action.
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
    const index = isSameMailbox(name.value, message) ? positionOf.value.get(message.uid) : undefined
    return index === undefined ? undefined : rows.value.get(index)
  }

  return {
    query,
    name,
    total,
    rows,
    status,
    positionOf,
    ownChanges,
    firstVisible,
    openedAt,
    open,
    apply,
    confirm,
    hold,
    isHeld,
    reload() {
      forget()
      isOwnResponse = true
      if (status.value.kind !== 'ready') status.value = { kind: 'loading' }
      void load(pageOf(visible.first))
    },
    stop() {
      forget()
      status.value = { kind: 'stopped' }
    },
    look(first, last) {
      visible = { first, last }
      firstVisible.value = first
      loadVisible()
    },
    shown() {
      if (status.value.kind !== 'ready' || isHeld()) return undefined
      const page = pageOf(visible.first)
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
      const requested = name.value
      const { taken, by } = leave(uids)
      return {
        settle: release,
        putBack() {
          if (name.value === requested) {
            batch(() => {
              ownChanges.value += 1
              rows.value = listRows.withPositions(rows.value, taken)
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
