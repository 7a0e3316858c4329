import type { MessagePort } from 'node:worker_threads'
import type { FrameRequest, ImagesRequest } from './renderer.ts'

/** What a worker thread can be asked for. */
export type RenderJob =
  | { readonly kind: 'frame'; readonly request: FrameRequest }
  | { readonly kind: 'images'; readonly request: ImagesRequest }
  | { readonly kind: 'text'; readonly html: string }
  | { readonly kind: 'markup'; readonly html: string }

/** A job on its way to a thread; a message on `started` says that the thread took it. */
export interface WorkerTask {
  readonly job: RenderJob
  readonly started: MessagePort
}

/** What a worker thread made of a body: a whole document, plain text, or markup. */
export interface Rendered {
  readonly content: string
  /** True when the body names images of other hosts, shown or not. */
  readonly hasRemoteContent: boolean
  /** Of a job `text`: words are missing. */
  readonly isCut?: boolean
  /** Of a job `images`: the names that are images of the body. */
  readonly images?: readonly string[]
}
