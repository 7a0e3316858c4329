import type { ReadonlySignal } from '@preact/signals'
import { UploadStopped } from './upload-tracker.ts'
import { attachedBytes, isBlank, uploadBytes, type Draft } from './draft.ts'

/** Files up to this size together are sent along without asking first whether they would be taken. */
export const SMALL_UPLOAD_BYTES = 250_000

/** What the server may spend on saving the attachments of a draft anew with every save. */
const STORED_BYTES_PER_MS = 100

/** From an unsaved word to the save: the server copies what is attached each time, so large drafts wait longer. */
export function autosaveDelayMs(draft: Draft | undefined, leastMs: number): number {
  if (draft === undefined || draft.files.length > 0) return leastMs
  return Math.max(leastMs, attachedBytes(draft) / STORED_BYTES_PER_MS)
}

interface BackgroundSaveOptions {
  readonly draft: ReadonlySignal<Draft | undefined>
  /** A save or a send that the person asked for is under way. */
  readonly isBusy: () => boolean
  readonly maxBytes: number
  /** Stores the draft on the server and takes over where it is; throws Problem. */
  readonly store: (draft: Draft) => Promise<void>
  readonly afterMs: () => number
  readonly now: () => number
  /** After a refused upload, before the same files are sent again; doubled each time. */
  readonly firstPauseMs: number
  readonly maxPauseMs: number
}

/**
 * Builds the save that nobody asked for. Large files go last, once the words are stored: a session that
 * ended or a mail server that is out refuses some bytes, and not all files again and again. Once stored,
 * a file is part of the draft on the server, and no save after that carries it.
 */
export function createBackgroundSave(
  options: BackgroundSaveOptions,
): () => Promise<number | undefined> {
  const { draft, isBusy, maxBytes, store, afterMs, now } = options
  let refusals = 0
  let pausedUntil = Number.NEGATIVE_INFINITY
  /** Files whose upload the person stopped: they go when the person sends or saves. */
  let held: readonly File[] = []

  async function upload(): Promise<void> {
    const handed = draft.peek()
    if (handed === undefined) return
    refusals += 1
    pausedUntil = now() + Math.min(options.maxPauseMs, options.firstPauseMs * 2 ** (refusals - 1))
    try {
      await store(handed)
    } catch (error) {
      if (error instanceof UploadStopped) held = handed.files
      throw error
    }
    refusals = 0
    pausedUntil = Number.NEGATIVE_INFINITY
  }

  async function save(handed: Draft): Promise<void> {
    if (uploadBytes(handed) <= SMALL_UPLOAD_BYTES) {
      await store(handed)
      return
    }
    await store({ ...handed, files: [] })
    if (now() >= pausedUntil && !isHeld(handed) && !isBusy()) await upload()
  }

  function isHeld({ files }: Draft): boolean {
    return files.every((file) => held.includes(file))
  }

  return async function saveInBackground() {
    const handed = draft.peek()
    if (handed === undefined || isBlank(handed) || attachedBytes(handed) > maxBytes)
      return undefined
    if (isBusy()) return afterMs()
    try {
      await save(handed)
    } catch {
      // What nobody asked for must not be noticed either: the copy in the browser stays.
      return pausedUntil > now() ? pausedUntil - now() : undefined
    }
    const left = draft.peek()
    if (left?.isChanged !== true || (left.files.length > 0 && isHeld(left))) return undefined
    return pausedUntil > now() ? pausedUntil - now() : afterMs()
  }
}
