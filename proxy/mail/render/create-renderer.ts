import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { EMPTY_DOCUMENT } from './empty-document.ts'
import { framePolicy } from './frame-policy.ts'
import { createRenderPool, type MemoryExhausted, type RenderPool } from './pool.ts'
import { RenderFault, type Renderer, type SharedRenderer } from './renderer.ts'

/** The limits of rendering. The defaults fit a server of moderate size; see the admin guide. */
export interface RendererOptions {
  readonly workers?: number
  /**
   * Heap of one worker, specification 8 unless told: jsdom itself takes about 70 MiB, a body up to a
   * hundred times its size.
   */
  readonly memoryMiB?: number
  /** For one body, from the moment a worker takes it. */
  readonly timeoutMs?: number
  /** Longest wait for a worker, which includes starting one. */
  readonly startTimeoutMs?: number
  /** Bodies that may wait for a worker. */
  readonly maxWaiting?: number
  /** Of these for one person. */
  readonly maxWaitingPerPerson?: number
  readonly maxHtmlBytes?: number
  /** A worker without work ends after this: it holds about 100 MiB, and takes a second to start again. */
  readonly idleMs?: number
  /** When one worker stays all the same; never unless told. */
  readonly keep?: KeepWorkerOptions
  /** For the memory line of specification 7. */
  readonly reportMemory?: (exhausted: MemoryExhausted) => void
  /** For the operational log: a worker ended before it took the body that waits for it. */
  readonly reportLostThread?: (cause: unknown) => void
}

/** When one worker is kept although it has no work. */
interface KeepWorkerOptions {
  /** True while somebody may open a message soon. */
  readonly isNeeded: () => boolean
  /** Memory of the process with the worker, above which it goes when it is idle. */
  readonly maxBytes: number
  readonly residentBytes: () => number
}

/** A kept worker is given work so many times in the time after which it would end. */
const TOUCHES_PER_IDLE = 3

/** Of how many bodies is remembered which images they show, and how many characters their names take. */
const MAX_REMEMBERED_BODIES = 500
const MAX_REMEMBERED_CHARACTERS = 1024 * 1024

/**
 * A renderer on worker threads, which start when first needed and end when idle. A worker that takes
 * too long or too much memory is killed with its body; the next body gets a new one.
 */
export function createRenderer({
  workers = 2,
  memoryMiB = 512,
  timeoutMs = 2_000,
  startTimeoutMs = 15_000,
  maxWaiting = 100,
  maxWaitingPerPerson = 20,
  maxHtmlBytes = 2 * 1024 * 1024,
  idleMs = 60_000,
  keep,
  reportMemory = () => undefined,
  reportLostThread = () => undefined,
}: RendererOptions = {}): SharedRenderer {
  const limits = {
    workers,
    memoryMiB,
    timeoutMs,
    startTimeoutMs,
    maxWaiting,
    maxWaitingPerPerson,
    idleMs,
    reportMemory,
    reportLostThread,
  }
  const pool = createRenderPool(limits)
  const stopKeeping =
    keep === undefined ? () => undefined : keepWorker(pool, keep, idleMs / TOUCHES_PER_IDLE)
  // A message is shown, and then its frame: the same question twice.
  const images = new LRUCache<string, readonly string[]>({
    max: MAX_REMEMBERED_BODIES,
    maxSize: MAX_REMEMBERED_CHARACTERS,
    sizeCalculation: (names) => names.join().length + 1,
  })
  const refuseTooLarge = (html: string): void => {
    if (Buffer.byteLength(html) <= maxHtmlBytes) return
    throw new RenderFault('too_heavy', `The body is larger than ${maxHtmlBytes} bytes`)
  }
  const of = (person: string): Renderer => ({
    async frame(request, signal) {
      if (request.html === '' && request.shownParts === undefined) {
        return { html: EMPTY_DOCUMENT, policy: framePolicy(request), hasRemoteContent: false }
      }
      refuseTooLarge(request.html)
      const { content, hasRemoteContent } = await pool.render(
        { kind: 'frame', request },
        { person, signal },
      )
      return { html: content, policy: framePolicy(request), hasRemoteContent }
    },
    async imagesOf(request, signal) {
      const { html, names, base = '' } = request
      refuseTooLarge(html)
      const key = createHash('sha256')
        .update(JSON.stringify([names, base, html]))
        .digest('base64')
      const known = images.get(key)
      if (known !== undefined) return known
      const { images: found = [] } = await pool.render(
        { kind: 'images', request },
        { person, signal },
      )
      images.set(key, found)
      return found
    },
    async textOf(html, signal) {
      refuseTooLarge(html)
      const job = { kind: 'text', html } as const
      const { content: text, isCut = false } = await pool.render(job, { person, signal })
      return { text, isCut }
    },
    async markupOf(html, signal) {
      refuseTooLarge(html)
      const { content } = await pool.render({ kind: 'markup', html }, { person, signal })
      return content
    },
    warm() {
      if (!pool.isWarm) pool.touch()
    },
    close() {
      stopKeeping()
      return pool.close()
    },
  })
  return { ...of(''), of }
}

/** What a worker takes once it has loaded its modules (measured 85 MiB). */
const WORKER_BYTES = 100 * 1024 * 1024

/**
 * Keeps one worker at hand while it is needed: a worker without work ends, so it is given some each
 * `everyMs`. The others end as usual. Returns what stops it.
 */
function keepWorker(
  pool: RenderPool,
  { isNeeded, maxBytes, residentBytes }: KeepWorkerOptions,
  everyMs: number,
): () => void {
  const timer = setInterval(() => {
    // At work it does not end, and what is asked for meanwhile would start another.
    if (pool.isBusy || !isNeeded()) return
    const bytes = residentBytes() + (pool.isWarm ? 0 : WORKER_BYTES)
    if (bytes <= maxBytes) pool.touch()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
