import { effect, signal, type ReadonlySignal } from '@preact/signals'
import { actionAddress } from '../../../../wire/native/address.ts'
import {
  dropUpload,
  type ResumableUpload,
  uploadResumably,
} from '../../../wire/http/resumable-upload.ts'
import type { UploadProgress } from '../../../wire/http/upload.ts'
import type { Connection } from '../../session/connection.ts'
import { attachedBytes, type Draft, SMALL_UPLOAD_BYTES, uploadBytes } from '../draft.ts'

/** How far an attached file is on its way to the server. */
export type FileUpload =
  | { readonly kind: 'uploading'; readonly sentBytes: number; readonly isWaiting: boolean }
  /** The server has all of it, by this id. */
  | { readonly kind: 'whole'; readonly id: string }
  /** It goes with the form of its message. */
  | { readonly kind: 'form' }

/** The attached files of the draft, which are uploaded while one writes on; a broken line costs nothing but time. */
export interface FileUploads {
  /** Nothing of a file that is small, and goes with the form of its message. */
  readonly states: ReadonlySignal<ReadonlyMap<File, FileUpload>>
  /** True once no file is on its way. */
  areSettled(files: readonly File[]): boolean
  /** True when the server has, or is about to have, all of these: to name them again costs nothing. */
  areStaged(files: readonly File[]): boolean
  /** True when it has them. */
  areWhole(files: readonly File[]): boolean
  /** Resolves when none of these is on its way: what is named by an id, and what goes with the form. Rejects as the signal. */
  settled(files: readonly File[], watch: SettledWatch): Promise<SettledFiles>
  /** The server has none of these any more: they go with the form. */
  giveUp(files: readonly File[]): void
}

interface SettledWatch {
  readonly signal: AbortSignal
  readonly onProgress: (progress: UploadProgress) => void
}

interface SettledFiles {
  readonly ids: readonly string[]
  readonly files: readonly File[]
}

interface FileUploadsOptions {
  readonly draft: ReadonlySignal<Draft | undefined>
  readonly maxBytes: number
  readonly connection: Pick<Connection, 'reach'>
  readonly headers: () => Readonly<Record<string, string>>
  /** Called when the last of the files has come. */
  readonly onSettled: () => void
}

/** Files at a time: one that is large holds up none that are small. */
const AT_ONCE = 3

const SILENCE_MS = 60_000

/** Follows the draft: what is attached is uploaded, what is removed, sent or stored with the draft is dropped. */
export function createFileUploads(options: FileUploadsOptions): FileUploads {
  const { draft, maxBytes, connection, headers, onSettled } = options
  const states = signal<ReadonlyMap<File, FileUpload>>(new Map())
  const lives = new Map<File, AbortController>()
  const waiting: File[] = []
  let running = 0

  function set(file: File, state: FileUpload | undefined): void {
    const next = new Map(states.peek())
    if (state === undefined) next.delete(file)
    else next.set(file, state)
    states.value = next
  }

  function uploadOf(file: File, life: AbortController): ResumableUpload {
    const show = (change: Partial<{ sentBytes: number; isWaiting: boolean }>) => {
      const state = states.peek().get(file)
      if (state?.kind === 'uploading') set(file, { ...state, ...change })
    }
    return {
      ...{ address: actionAddress('uploads', {}), headers },
      ...{ signal: life.signal, silenceMs: SILENCE_MS },
      reach: (call) => connection.reach(call, life.signal),
      onProgress: (sentBytes) => show({ sentBytes }),
      onWaiting: (isWaiting) => show({ isWaiting }),
    }
  }

  async function run(file: File): Promise<void> {
    const life = lives.get(file)
    if (life === undefined) return
    running += 1
    const upload = uploadOf(file, life)
    const id = await uploadResumably(file, upload).catch(() => undefined)
    running -= 1
    if (lives.get(file) === life)
      set(file, id === undefined ? { kind: 'form' } : { kind: 'whole', id })
    else if (id !== undefined) dropUpload(id, upload)
    next()
    if (lives.size > 0 && areSettled([...lives.keys()])) onSettled()
  }

  function next(): void {
    while (running < AT_ONCE) {
      const file = waiting.shift()
      if (file === undefined) return
      void run(file)
    }
  }

  function start(file: File): void {
    lives.set(file, new AbortController())
    set(file, { kind: 'uploading', sentBytes: 0, isWaiting: false })
    waiting.push(file)
    next()
  }

  function drop(file: File): void {
    const life = lives.get(file)
    const state = states.peek().get(file)
    lives.delete(file)
    if (life !== undefined && state?.kind === 'whole') dropUpload(state.id, uploadOf(file, life))
    life?.abort(new Error('the file is not attached any more'))
    set(file, undefined)
  }

  function follow(written: Draft | undefined): void {
    const files = written?.files ?? []
    for (const file of lives.keys()) if (!files.includes(file)) drop(file)
    if (written === undefined || uploadBytes(written) <= SMALL_UPLOAD_BYTES) return
    // Too much is refused before a byte of it goes.
    if (attachedBytes(written) > maxBytes) return
    for (const file of files) if (!lives.has(file)) start(file)
  }

  let followed: Pick<Draft, 'files' | 'kept'> | undefined
  effect(() => {
    const written = draft.value
    // Most changes are words.
    if (written?.files === followed?.files && written?.kept === followed?.kept) return
    followed = written
    follow(written)
  })

  function areSettled(files: readonly File[]): boolean {
    return files.every((file) => states.peek().get(file)?.kind !== 'uploading')
  }

  function progressOf(files: readonly File[]): UploadProgress {
    let sentBytes = 0
    for (const file of files) {
      const state = states.peek().get(file)
      sentBytes += state?.kind === 'uploading' ? state.sentBytes : file.size
    }
    return { sentBytes, totalBytes: files.reduce((sum, { size }) => sum + size, 0) }
  }

  return {
    states,
    areSettled,
    areStaged: (files) =>
      files.every((file) => ['uploading', 'whole'].includes(states.peek().get(file)?.kind ?? '')),
    areWhole: (files) => files.every((file) => states.peek().get(file)?.kind === 'whole'),
    async settled(files, { signal: stop, onProgress }) {
      const isOver = () => {
        onProgress(progressOf(files))
        return areSettled(files)
      }
      await untilTrue(states, isOver, stop)
      const ids: string[] = []
      const rest: File[] = []
      for (const file of files) {
        const state = states.peek().get(file)
        if (state?.kind === 'whole') ids.push(state.id)
        else rest.push(file)
      }
      return { ids, files: rest }
    },
    giveUp(files) {
      for (const file of files) if (lives.has(file)) set(file, { kind: 'form' })
    },
  }
}

/** Resolves once this is true, which is asked at each change. Rejects with the signal's reason. */
async function untilTrue(
  changes: ReadonlySignal<unknown>,
  isTrue: () => boolean,
  stop: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  const either = AbortSignal.any([stop, over.signal])
  const unfollow = changes.subscribe(() => {
    if (isTrue()) over.abort()
  })
  await new Promise<void>((resolve) => {
    if (either.aborted) resolve()
    else either.addEventListener('abort', () => resolve())
  })
  unfollow()
  stop.throwIfAborted()
}
