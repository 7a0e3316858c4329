import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type { NativeCount, NativeFolders, NativeMailbox } from '../../../wire/native/types.ts'
import { compareNames } from '../../texts/locale.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { Connection } from '../session/connection.ts'

export type FolderUse = NonNullable<NativeMailbox['specialUse']>

/** A mailbox in its place in the tree. */
export interface Branch {
  readonly mailbox: NativeMailbox
  readonly depth: number
}

/** The folders and their counts. */
export interface Mailboxes {
  readonly all: ReadonlySignal<readonly NativeMailbox[]>
  /** Special folders first, then the others by name, children below their parents. */
  readonly tree: ReadonlySignal<readonly Branch[]>
  readonly isLoaded: ReadonlySignal<boolean>
  /** Storage in bytes; null where the server tells no limit. */
  readonly quota: ReadonlySignal<NativeFolders['quota']>
  load(signal: AbortSignal): Promise<void>
  /** The folders as an action left them. */
  readonly apply: (folders: NativeFolders) => void
  find(path: string): NativeMailbox | undefined
  special(use: FolderUse): NativeMailbox | undefined
  /** How many unread messages came into INBOX by these counts, less than 1 for none; one that was marked as unread did not come. */
  arrivals(counts: readonly NativeCount[]): number
  applyCounts(counts: readonly NativeCount[]): void
  /** What an action is expected to change; the server's counts replace it. */
  expectChange(path: string, change: { readonly messages: number; readonly unseen: number }): void
}

const specialOrder: readonly FolderUse[] = ['inbox', 'drafts', 'sent', 'archive', 'junk', 'trash']

/** Builds the folders; nothing is asked before `load`. */
export function createMailboxes({
  http,
  connection,
}: {
  readonly http: HttpClient
  readonly connection: Connection
}): Mailboxes {
  const all = signal<readonly NativeMailbox[]>([])
  const isLoaded = signal(false)
  const quota = signal<NativeFolders['quota']>(null)
  const tree = computed(() => branches(all.value))
  /** Questions are numbered: a response never replaces what was requested, or acted on, after it. */
  let lastRequest = 0
  let lastShown = 0

  function change(path: string, edit: (mailbox: NativeMailbox) => NativeMailbox): void {
    all.value = all.value.map((mailbox) => (mailbox.path === path ? edit(mailbox) : mailbox))
  }

  function show(folders: NativeFolders, requested: number): void {
    lastShown = requested
    batch(() => {
      all.value = folders.mailboxes
      quota.value = folders.quota
      isLoaded.value = true
    })
  }

  async function load(abort: AbortSignal): Promise<void> {
    lastRequest += 1
    const requested = lastRequest
    const folders = await connection.reach(() => http.get('folders', {}, abort), abort)
    if (requested > lastShown) show(folders, requested)
    else await load(abort)
  }

  function special(use: FolderUse): NativeMailbox | undefined {
    return all.value.find((mailbox) => mailbox.specialUse === use)
  }

  return {
    all,
    tree,
    isLoaded,
    quota,
    load,
    apply(folders) {
      lastRequest += 1
      show(folders, lastRequest)
    },
    find: (path) => all.value.find((mailbox) => mailbox.path === path),
    special,
    arrivals(counts) {
      const inbox = special('inbox')
      const count = counts.find(({ mailbox }) => mailbox === inbox?.path)
      if (count === undefined || count.messages <= (inbox?.messages ?? Infinity)) return 0
      return count.unseen - (inbox?.unseen ?? count.unseen)
    },
    applyCounts(counts) {
      const byPath = new Map(counts.map((count) => [count.mailbox, count]))
      all.value = all.value.map((mailbox) => {
        const count = byPath.get(mailbox.path)
        if (count === undefined) return mailbox
        return { ...mailbox, messages: count.messages, unseen: count.unseen }
      })
    },
    expectChange(path, { messages, unseen }) {
      change(path, (mailbox) => ({
        ...mailbox,
        messages: grown(mailbox.messages, messages),
        unseen: grown(mailbox.unseen, unseen),
      }))
    },
  }
}

function grown(count: number | null, by: number): number | null {
  return count === null ? null : Math.max(0, count + by)
}

function branches(mailboxes: readonly NativeMailbox[]): readonly Branch[] {
  const shown = mailboxes.filter((mailbox) => mailbox.isSubscribed || mailbox.specialUse !== null)
  const byParent = new Map<string, NativeMailbox[]>()
  const paths = new Set(shown.map((mailbox) => mailbox.path))
  for (const mailbox of shown) {
    const parent = nearestParent(mailbox, paths)
    const siblings = byParent.get(parent)
    if (siblings === undefined) byParent.set(parent, [mailbox])
    else siblings.push(mailbox)
  }
  return grow('', 0, byParent)
}

function grow(
  parent: string,
  depth: number,
  byParent: ReadonlyMap<string, readonly NativeMailbox[]>,
): readonly Branch[] {
  const children = [...(byParent.get(parent) ?? [])].sort(bySpecialThenName)
  return children.flatMap((mailbox) => [
    { mailbox, depth },
    ...grow(mailbox.path, depth + 1, byParent),
  ])
}

/** The closest ancestor that is shown, so that a child of a hidden folder is still reachable. */
function nearestParent(
  { path, delimiter, specialUse }: NativeMailbox,
  paths: ReadonlySet<string>,
): string {
  if (delimiter === null || specialUse !== null) return ''
  let end = path.lastIndexOf(delimiter)
  while (end > 0) {
    const parent = path.slice(0, end)
    if (paths.has(parent)) return parent
    end = path.lastIndexOf(delimiter, end - 1)
  }
  return ''
}

/** Path of the folder above, whether it is shown or not; null at the top. */
export function parentOf({ path, delimiter }: NativeMailbox): string | null {
  const end = delimiter === null ? -1 : path.lastIndexOf(delimiter)
  return end > 0 ? path.slice(0, end) : null
}

function bySpecialThenName(one: NativeMailbox, other: NativeMailbox): number {
  return rank(one) - rank(other) || compareNames(one.name, other.name)
}

function rank({ specialUse }: NativeMailbox): number {
  return specialUse === null ? specialOrder.length : specialOrder.indexOf(specialUse)
}
