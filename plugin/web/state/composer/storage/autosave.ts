import { effect, type ReadonlySignal } from '@preact/signals'
import { backoffMs, type BackoffLimits } from '../../../../concurrency/backoff.ts'
import {
  type Draft,
  attachedBytes,
  filesBeside,
  isBlank,
  SMALL_UPLOAD_BYTES,
  uploadBytes,
} from '../draft.ts'
import type { FileUploads } from './file-uploads.ts'
import { UploadStopped } from './upload-tracker.ts'

/** More files may be on their way. */
const SOON_MS = 1_000

interface AutosaveOptions {
  readonly draft: ReadonlySignal<Draft | undefined>
  /** False while the session or the server is out: the copy in the browser has to do. */
  readonly isReady: ReadonlySignal<boolean>
  /** From the first unsaved word to the save. */
  readonly afterMs: () => number
  /** From the return of the server to the save; not the same for all pages. */
  readonly resumeAfterMs: () => number
  /**
   * Saves what is there then; never rejects. Resolves with the time after which it is to be called again
   * though no one types; undefined when that would change nothing.
   */
  readonly save: () => Promise<number | undefined>
}

export interface Autosave {
  /** A large file was attached: it is uploaded while the user writes on. */
  readonly soon: () => void
}

/** Saves a changed draft on the server from time to time, so that another machine, or a lost one, has it too. */
export function startAutosave(options: AutosaveOptions): Autosave {
  const { draft, isReady, afterMs, resumeAfterMs, save } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let isSaving = false
  let wasReady = true

  async function run(): Promise<void> {
    stop()
    isSaving = true
    const againMs = await save()
    isSaving = false
    if (againMs !== undefined) schedule(againMs)
  }

  function schedule(delayMs: number): void {
    const isWanted = draft.peek()?.isChanged === true && isReady.peek()
    const at = Date.now() + delayMs
    if (!isWanted || isSaving || at >= dueAt) return
    stop()
    dueAt = at
    timer = setTimeout(() => void run(), delayMs)
  }

  function stop(): void {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
  }

  effect(() => {
    if (draft.value?.isChanged !== true || !isReady.value) stop()
    else schedule(wasReady ? afterMs() : resumeAfterMs())
    wasReady = isReady.value
  })

  return { soon: () => schedule(SOON_MS) }
}

/** What the server may spend on saving the attachments of a draft again with every save. */
const STORED_BYTES_PER_MS = 100

/** From an unsaved word to the save: the server copies what is attached each time, so large drafts wait longer. */
export function autosaveDelayMs(draft: Draft | undefined, leastMs: number): number {
  if (draft === undefined || filesBeside(draft).length > 0) return leastMs
  return Math.max(leastMs, attachedBytes(draft) / STORED_BYTES_PER_MS)
}

interface BackgroundSaveOptions {
  readonly draft: ReadonlySignal<Draft | undefined>
  /** A save or a send that the user requested is under way. */
  readonly isBusy: () => boolean
  readonly maxBytes: number
  /** Files on their way, ahead of any save. */
  readonly fileUploads: Pick<FileUploads, 'areSettled' | 'areWhole'>
  /** False where a save would leave one more version behind: the copy in the browser has to do. */
  readonly mayStore: (draft: Draft) => boolean
  /** Stores the draft on the server and takes over where it is; throws Problem. */
  readonly store: (draft: Draft) => Promise<void>
  readonly afterMs: () => number
  readonly now: () => number
  /** After a refused upload, before the same files are sent again; doubled each time. */
  readonly pause: BackoffLimits
}

/**
 * Builds the save that no one requested. Large files go last, once the words are stored: a session that
 * ended or a mail server that is out refuses some bytes, and not all files again and again. Once stored,
 * a file is part of the draft on the server, and no save after that carries it.
 */
export function createBackgroundSave(
  options: BackgroundSaveOptions,
): () => Promise<number | undefined> {
  const { draft, isBusy, maxBytes, fileUploads, store, afterMs, now } = options
  let refusals = 0
  let pausedUntil = Number.NEGATIVE_INFINITY
  /** Files whose upload the user stopped: they go when the user sends or saves. */
  let held: readonly File[] = []

  async function upload(): Promise<void> {
    const submitted = draft.peek()
    if (submitted === undefined) return
    refusals += 1
    pausedUntil = now() + backoffMs(refusals - 1, options.pause)
    try {
      await store(submitted)
    } catch (error) {
      if (error instanceof UploadStopped) held = submitted.files
      throw error
    }
    refusals = 0
    pausedUntil = Number.NEGATIVE_INFINITY
  }

  async function save(submittedDraft: Draft): Promise<void> {
    const { files } = submittedDraft
    if (uploadBytes(submittedDraft) <= SMALL_UPLOAD_BYTES || fileUploads.areWhole(files)) {
      await store(submittedDraft)
      return
    }
    await store({ ...submittedDraft, files: [] })
    const mayUpload = fileUploads.areSettled(files) && !isHeld(submittedDraft)
    if (now() >= pausedUntil && mayUpload && !isBusy()) await upload()
  }

  function isHeld({ files }: Draft): boolean {
    return files.every((file) => held.includes(file))
  }

  return async function saveInBackground() {
    const submitted = draft.peek()
    if (submitted === undefined || isBlank(submitted) || attachedBytes(submitted) > maxBytes)
      return undefined
    if (!options.mayStore(submitted)) return undefined
    if (isBusy()) return afterMs()
    try {
      await save(submitted)
    } catch {
      // What no one requested must not be noticed either: the copy in the browser stays.
      return pausedUntil > now() ? pausedUntil - now() : undefined
    }
    const left = draft.peek()
    if (left?.isChanged !== true || (left.files.length > 0 && isHeld(left))) return undefined
    return pausedUntil > now() ? pausedUntil - now() : afterMs()
  }
}
