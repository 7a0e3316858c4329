import type { NativeMessageName, PageBookmark } from '../../../wire/native/types.ts'
import { DIALOG_PARAMETER } from '../../../wire/native/address.ts'
import { isSameMessage } from '../../wire/message-name.ts'
import {
  wholeMailbox,
  type ListFilter,
  type ListQuery,
  type SearchScope,
} from '../../wire/query.ts'
import type { SortColumn } from '../../wire/query.ts'

/** What the page shows, as far as it can be shown again: after a reload, by going back, or from a link. */
export interface PageLocation {
  readonly query: ListQuery
  /** Index of the first row in view. */
  readonly row: number
  readonly message: NativeMessageName | undefined
  readonly isComposing: boolean
}

/** True when both show the same, wherever the list is scrolled to. */
export function isSameLocation(one: PageLocation, other: PageLocation): boolean {
  return (
    fragmentOf({ ...one, row: 0, message: undefined }) ===
      fragmentOf({ ...other, row: 0, message: undefined }) && isSameOpen(one.message, other.message)
  )
}

/** True when both are no message, or the same one. */
export function isSameOpen(
  one: NativeMessageName | undefined,
  other: NativeMessageName | undefined,
): boolean {
  if (one === undefined || other === undefined) return one === other
  return isSameMessage(one, other)
}

/**
 * The place as the fragment of an address, with the names of the wire. A fragment stays in the browser:
 * the words of a search are in no log of a server. It names messages and never holds their text.
 */
export function fragmentOf(
  { query, row, message, isComposing }: PageLocation,
  layer?: string,
): string {
  const { mailbox, order, search, scope, filter } = query
  const isNewestFirst = order.column === 'arrival' && order.isDescending
  const fields = new URLSearchParams()
  const set = (name: string, value: string | number, isDefault: boolean) => {
    if (!isDefault) fields.set(name, String(value))
  }
  set('_mbox', mailbox, mailbox === INBOX)
  set('_sort', `${order.column}_${order.isDescending ? 'DESC' : 'ASC'}`, isNewestFirst)
  set('_search', search, search === '')
  set('_scope', scope, search === '' || scope === 'usual')
  set('_filter', filter, filter === 'ALL')
  set('_row', row + 1, row === 0)
  if (message !== undefined) {
    set('_uid', message.uid, false)
    set('_uidvalidity', message.uidValidity, message.uidValidity === '')
    set('_of', message.mailbox, message.mailbox === mailbox)
  }
  set('_action', 'compose', !isComposing)
  set(DIALOG_PARAMETER, layer ?? '', !isAddressed(layer))
  const text = fields.toString()
  return text === '' ? '' : `#${text}`
}

/** Address of the place in this page, for a link or an entry of the history. */
export function addressOf(location: PageLocation, layer?: string): string {
  return `?_task=mail${fragmentOf(location, layer)}`
}

/** Address of a whole mailbox, with a dialog above it, for a link. */
export function addressOfMailbox(mailbox: string, layer?: string): string {
  const query = wholeMailbox(mailbox, false)
  return addressOf({ query, row: 0, message: undefined, isComposing: false }, layer)
}

/** Address of a dialog, for a link. */
export function addressOfLayer(layer: string): string {
  return addressOfMailbox(INBOX, layer)
}

/** The place a fragment names; what it does not say, or what makes no sense, is as usual. */
export function locationOfFragment(fragment: string, isThreaded: boolean): PageLocation {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const field = (name: string) => fields.get(name) ?? ''
  const mailbox = field('_mbox') || INBOX
  const defaultPlace = wholeMailbox(mailbox, isThreaded)
  const [column, direction] = field('_sort').split('_')
  const sorted = columns.find((name) => name === column)
  const uid = wholeNumber(field('_uid'))
  return {
    query: {
      ...defaultPlace,
      order:
        sorted === undefined
          ? defaultPlace.order
          : { column: sorted, isDescending: direction !== 'ASC' },
      search: field('_search'),
      scope: scopes.find((name) => name === field('_scope')) ?? defaultPlace.scope,
      filter: filters.find((name) => name === field('_filter')) ?? defaultPlace.filter,
    },
    row: Math.max(0, wholeNumber(field('_row')) - 1),
    message:
      uid === 0
        ? undefined
        : { mailbox: field('_of') || mailbox, uidValidity: field('_uidvalidity'), uid },
    isComposing: field('_action') === 'compose',
  }
}

/** The dialog that a fragment requests, above whatever else it names. */
export function layerOfFragment(fragment: string): string | undefined {
  const layer = new URLSearchParams(fragment.replace(/^#/, '')).get(DIALOG_PARAMETER) ?? undefined
  return isAddressed(layer) ? layer : undefined
}

/** A dialog with the page of it that is shown: `settings.look`, `contacts.Friends/0b3f`. */
export function layerOf(kind: string, section: string): string {
  return section === '' ? kind : `${kind}.${section}`
}

/** The same apart. */
export function partsOfLayer(layer = ''): { readonly kind: string; readonly section: string } {
  const [kind = ''] = layer.split('.', 1)
  return { kind, section: layer.slice(kind.length + 1) }
}

function isAddressed(layer: string | undefined): boolean {
  const { kind } = partsOfLayer(layer)
  return kind === 'settings' || kind === 'contacts' || kind === 'outbox'
}

/** The place a bookmark names. */
export function positionOfBookmark(
  { mailbox, page, uid, compose }: PageBookmark,
  { isThreaded, pageSize }: { readonly isThreaded: boolean; readonly pageSize: number },
): PageLocation {
  const path = mailbox ?? INBOX
  return {
    query: wholeMailbox(path, isThreaded),
    row: ((page ?? 1) - 1) * pageSize,
    message: uid === null ? undefined : { mailbox: path, uidValidity: '', uid },
    isComposing: compose !== null,
  }
}

const INBOX = 'INBOX'
const columns: readonly SortColumn[] = ['arrival', 'date', 'from', 'to', 'subject', 'size']
const scopes: readonly SearchScope[] = ['usual', 'subject', 'from', 'to', 'text']
const filters: readonly ListFilter[] = ['ALL', 'UNSEEN', 'FLAGGED', 'ATTACHMENT']

/** 0 for anything else than a number the wire would take. */
function wholeNumber(text: string): number {
  return /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0
}
