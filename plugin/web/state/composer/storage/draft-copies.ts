import type { PageStorage } from '../../../browser/page-storage.ts'
import { holdTab, openTabs } from '../../../browser/tab-presence.ts'
import { emptyDraft, type Draft } from '../draft.ts'
import { createCopyDatabase, type CopyDatabase, type StoredCopy } from './copy-database.ts'
import { createDraftCopy, draftCopySlots, type DraftCopy } from './draft-copy.ts'
import { readDraft } from './read-draft.ts'

/** Copies of another day are found; those of a browser that is no longer used expire. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1_000

/** A browser whose storage hangs must not hold up writing. */
const MAX_WAIT_MS = 3_000

/** A copy that this tab has taken over. */
export interface TakenCopy {
  readonly draft: Draft
  /** It was written in this tab; else in one that is gone. */
  readonly isOwn: boolean
  /** Not all of its files were stored. */
  readonly isWithoutFiles: boolean
}

/** Copies of the messages being written, in the browser. */
export interface DraftCopies {
  readonly copyIn: (slot: number) => DraftCopy
  /**
   * What this tab stored before a reload, and what tabs have left that crashed or were closed: it is of this tab from now
   * on, by its slots. Empty where the browser does not say.
   */
  readonly takeUp: () => Promise<readonly TakenCopy[]>
  /** Removes what this browser has of the owner; this page stores nothing any more. */
  readonly forget: () => Promise<void>
}

interface DraftCopiesOptions {
  readonly owner: string
  readonly tabStorage: () => PageStorage
  /** The item of it in which a tab remembers who it is, while a message is written in it. */
  readonly mark: string
  /** Undefined over plain HTTP: there a tab finds its own copies only. */
  readonly locks: LockManager | undefined
  readonly newId: () => string
  readonly now: () => number
}

/** Builds them on IndexedDB. */
export function createDraftCopies(options: DraftCopiesOptions): DraftCopies {
  const { owner, tabStorage, mark, locks, newId, now } = options
  const database = createCopyDatabase()
  const tab = holdTab(locks, tabStorage().getItem(mark), newId)
  const storedSlots = new Set<number>()
  let isForgotten = false

  const copies = draftCopySlots.map((slot) =>
    createDraftCopy({
      ...{ database, owner, tab, slot, now, newFileKey: newId },
      onChange(isStored) {
        if (isForgotten) return false
        if (isStored) storedSlots.add(slot)
        else storedSlots.delete(slot)
        void markTab()
        return true
      },
    }),
  )

  async function markTab(): Promise<void> {
    const id = await tab
    if (storedSlots.size === 0) tabStorage().removeItem(mark)
    else tabStorage().setItem(mark, id)
  }

  async function takeUp(): Promise<readonly TakenCopy[]> {
    const [opened, ownTab, isOpen] = await Promise.all([database(), tab, openTabs(locks)])
    const isLeft = (id: string) => id === ownTab || !isOpen(id)
    const mine = (copy: StoredCopy) => copy.owner === owner && isLeft(copy.tab)
    const oldestAt = now() - MAX_AGE_MS
    const transaction = opened.transaction(['drafts', 'files'], 'readwrite')
    const drafts = transaction.objectStore('drafts')
    const remaining: StoredCopy[] = []
    for (const copy of await drafts.getAll()) {
      // What the server has is opened from there, unless it is on the screen of this very tab.
      const isOver = mine(copy) && copy.tab !== ownTab && !copy.isChanged
      if (copy.storedAt < oldestAt || isOver) await drafts.delete(keyOf(copy))
      else remaining.push(copy)
    }
    const taken = remaining.filter(mine).sort(ownFirst(ownTab)).slice(0, draftCopySlots.length)
    for (const copy of taken) await drafts.delete(keyOf(copy))
    for (const [slot, copy] of taken.entries()) await drafts.put({ ...copy, tab: ownTab, slot })
    const files = transaction.objectStore('files')
    const named = new Set(remaining.flatMap((copy) => copy.files))
    const found = new Map<string, File>()
    for (const key of await files.getAllKeys()) {
      const value = await files.get(key)
      if (value === undefined) continue
      if (named.has(key)) found.set(key, value.file)
      else if (isLeft(value.tab) || value.storedAt < oldestAt) await files.delete(key)
    }
    await transaction.done
    return taken.map((copy, slot) => ({
      ...asTaken(copy, slot, found),
      isOwn: copy.tab === ownTab,
    }))
  }

  function asTaken(
    copy: StoredCopy,
    slot: number,
    found: ReadonlyMap<string, File>,
  ): Omit<TakenCopy, 'isOwn'> {
    const draft = readDraft(copy.draft) ?? emptyDraft('')
    const pairs = copy.files.flatMap((key) => {
      const file = found.get(key)
      return file === undefined ? [] : [[file, key] as const]
    })
    copies[slot]?.takeOver(new Map(pairs))
    const files = pairs.map(([file]) => file)
    const composeId = draft.composeId === '' ? newId() : draft.composeId
    return { draft: { ...draft, composeId, files }, isWithoutFiles: files.length < copy.fileCount }
  }

  return {
    copyIn(slot) {
      const copy = copies[slot]
      if (copy === undefined) throw new Error('no such message is written at one time')
      return copy
    },
    takeUp: () => within(MAX_WAIT_MS, takeUp(), []),
    async forget() {
      for (const copy of copies) copy.drop()
      isForgotten = true
      await within(
        MAX_WAIT_MS,
        database().then((opened) => removeAllOf(owner, opened)),
        undefined,
      )
    },
  }
}

async function removeAllOf(owner: string, opened: CopyDatabase): Promise<void> {
  const transaction = opened.transaction(['drafts', 'files'], 'readwrite')
  const drafts = transaction.objectStore('drafts')
  for (const copy of await drafts.getAll()) {
    if (copy.owner === owner) await drafts.delete(keyOf(copy))
  }
  const files = transaction.objectStore('files')
  for (const key of await files.getAllKeys()) {
    if ((await files.get(key))?.owner === owner) await files.delete(key)
  }
  await transaction.done
}

function keyOf({ owner, tab, slot }: StoredCopy): [string, string, number] {
  return [owner, tab, slot]
}

/** Those of this tab as they were ordered, then the others, the newest first. */
function ownFirst(tab: string): (one: StoredCopy, other: StoredCopy) => number {
  const rank = (copy: StoredCopy) => (copy.tab === tab ? 0 : 1)
  return (one, other) =>
    rank(one) - rank(other) ||
    (one.tab === tab ? one.slot - other.slot : other.storedAt - one.storedAt)
}

/** What comes of it in that time, else the other. */
async function within<Value>(ms: number, work: Promise<Value>, other: Value): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Value>((resolve) => (timer = setTimeout(() => resolve(other), ms)))
  return Promise.race([work.catch(() => other), late]).finally(() => clearTimeout(timer))
}
