import { signal, type ReadonlySignal } from '@preact/signals'
import type { UploadProgress } from '../../../wire/http/upload.ts'

/** Raised instead of a reply when the user stopped the upload. */
export class UploadStopped extends Error {
  override readonly name = 'UploadStopped'
}

/** Shows how far the upload of a draft is, and lets it be stopped. */
export interface UploadTracker {
  /** Undefined while there is none, or it has only just started. */
  readonly progress: ReadonlySignal<UploadProgress | undefined>
  /** Runs an upload; one at a time. Throws UploadStopped when it is stopped meanwhile. */
  run<Response>(
    start: (
      signal: AbortSignal,
      onProgress: (progress: UploadProgress) => void,
    ) => Promise<Response>,
  ): Promise<Response>
  readonly stop: () => void
}

interface UploadTrackerOptions {
  /** What takes less time is not worth a word. */
  readonly shownAfterMs: number
  readonly stoppedMessage: string
}

/** Builds the tracker. */
export function createUploadTracker(options: UploadTrackerOptions): UploadTracker {
  const progress = signal<UploadProgress | undefined>(undefined)
  let life: AbortController | undefined

  return {
    progress,
    async run(start) {
      const controller = new AbortController()
      life = controller
      let newest: UploadProgress = { sentBytes: 0, totalBytes: 0 }
      let isShown = false
      const show = () => {
        isShown = true
        progress.value = newest
      }
      const timer = setTimeout(show, options.shownAfterMs)
      try {
        return await start(controller.signal, (reported) => {
          newest = reported
          if (isShown) progress.value = reported
        })
      } finally {
        clearTimeout(timer)
        progress.value = undefined
        life = undefined
      }
    },
    stop: () => life?.abort(new UploadStopped(options.stoppedMessage)),
  }
}
