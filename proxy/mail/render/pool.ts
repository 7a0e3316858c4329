import { Piscina } from 'piscina'
import { createSemaphore } from '../queue/semaphore.ts'
import { createWaitingLimit, stoppedWaiting } from '../queue/waiting-limit.ts'
import { untilAborted } from '../../queue/waiting.ts'
import { watchForLostThreads } from './lost-threads.ts'
import { startRenderClock, type RenderClock as Clock } from './clock.ts'
import { RenderFault, type RenderFaultCode } from './renderer.ts'
import type { Rendered, RenderJob, WorkerTask } from './job.ts'

export interface RenderPoolLimits {
  readonly workers: number
  /** Heap of one thread; below 96 it may never be ready. */
  readonly memoryMiB: number
  readonly timeoutMs: number
  readonly startTimeoutMs: number
  readonly maxWaiting: number
  /** Of these for one person. */
  readonly maxWaitingPerPerson: number
  readonly idleMs: number
  /** For the memory line of specification 7. */
  readonly reportMemory: (exhausted: MemoryExhausted) => void
  /** A thread ended before it took the body that waits for it; the reason where it told one. */
  readonly reportLostThread: (cause: unknown) => void
}

/** A body that took all the memory its thread may have. */
export interface MemoryExhausted {
  readonly limitBytes: number
  /** The engine does not say which allocation failed: this is what the thread was given. */
  readonly bodyBytes: number
}

/** Who wants it, and for how long. */
export interface RenderedFor {
  readonly person: string
  readonly signal: AbortSignal
}

/** Worker threads for work that can explode. */
export interface RenderPool {
  /** Throws RenderFault when the job broke a limit, and the reason of the signal when the caller left. */
  render(job: RenderJob, by: RenderedFor): Promise<Rendered>
  /** True when a thread is there or starting. */
  readonly isWarm: boolean
  /** True while a job is under way or waits. */
  readonly isBusy: boolean
  /** Gives a thread a trifle to do, and starts one where there is none. Never fails. */
  touch(): void
  close(): Promise<void>
}

/** Threads are started when first needed and killed together with a job that breaks a limit. */
export function createRenderPool(limits: RenderPoolLimits): RenderPool {
  const pool = new Piscina<WorkerTask, Rendered>({
    filename: workerFile(import.meta.url),
    name: 'render',
    minThreads: 0,
    maxThreads: limits.workers,
    idleTimeout: limits.idleMs,
    // Both together are the limit that is reported.
    resourceLimits: {
      maxOldGenerationSizeMb: limits.memoryMiB - YOUNG_MIB,
      maxYoungGenerationSizeMb: YOUNG_MIB,
    },
    // Secrets of the environment are of no use to a thread that reads foreign bytes.
    env: {},
  })
  const lostThreads = watchForLostThreads(pool, limits.reportLostThread)
  // Bodies wait here: the queue of the pool grows without bound while its first thread starts.
  // Between two of one person everybody else who waits has a turn, and where there are several threads
  // one is left to the others.
  const semaphore = createSemaphore({
    max: limits.workers,
    maxPerKey: Math.max(1, limits.workers - 1),
    waitingLimit: createWaitingLimit({ maxWaiting: limits.maxWaiting }),
    maxWaitingPerKey: limits.maxWaitingPerPerson,
  })
  const attempt = async (job: RenderJob, clock: Clock): Promise<Rendered> => {
    const started = clock.startedPort()
    const { signal, stop } = lostThreads.waitingFor(clock)
    try {
      return await pool.run(
        { job, started },
        { signal: AbortSignal.any([clock.signal, signal]), transferList: [started] },
      )
    } finally {
      stop()
    }
  }
  const run = async (job: RenderJob, clock: Clock): Promise<Rendered> => {
    try {
      return await attempt(job, clock).catch((cause: unknown) => {
        if (faultCode(cause, clock) !== 'no_thread') throw cause
        return attempt(job, clock)
      })
    } catch (cause) {
      if (isOutOfMemory(cause)) {
        limits.reportMemory({ limitBytes: limits.memoryMiB * MIB, bodyBytes: bodyBytes(job) })
      }
      const code = faultCode(cause, clock)
      throw new RenderFault(code, 'The body could not be rendered within its limits', { cause })
    } finally {
      clock.stop()
    }
  }
  const render = async (job: RenderJob, { person, signal }: RenderedFor): Promise<Rendered> => {
    const clock = startRenderClock(limits)
    const release = await semaphore
      .take(AbortSignal.any([signal, clock.signal]), person)
      .catch((cause: unknown) => {
        clock.stop()
        signal.throwIfAborted()
        throw new RenderFault('busy', 'Too many bodies wait', { cause })
      })
    // Goes on when its caller leaves: it could only be stopped together with its thread, and the next
    // body would wait for another one to start.
    const rendered = run(job, clock).finally(release)
    return untilLeft(rendered, signal)
  }
  return {
    render,
    touch: () => {
      const { signal } = new AbortController()
      // A thread that can not start now is reported when a body needs it.
      render({ kind: 'text', html: '' }, { person: '', signal }).catch(() => undefined)
    },
    get isWarm() {
      return pool.threads.length > 0
    },
    get isBusy() {
      return semaphore.isBusy
    },
    close() {
      lostThreads.stop()
      return pool.destroy()
    },
  }
}

const MIB = 1024 * 1024
/** For what a thread has made just now; it counts to its memory. */
const YOUNG_MIB = 16

/** With the images that go into it: a body is given to a thread as a whole. */
function bodyBytes(job: RenderJob): number {
  if (job.kind === 'text' || job.kind === 'markup') return Buffer.byteLength(job.html)
  const images = job.kind === 'frame' ? [...job.request.inlineImages.values()] : []
  return images.reduce(
    (bytes, image) => bytes + Buffer.byteLength(image),
    Buffer.byteLength(job.request.html),
  )
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** A thread that ended of the body itself has taken it; who meets no limit of time has met a thread that ended. */
function faultCode(cause: unknown, clock: Clock): RenderFaultCode {
  if (clock.hasBegun() || isOutOfMemory(cause)) return 'too_heavy'
  return clock.signal.aborted ? 'busy' : 'no_thread'
}

/** Beside this file in the sources, and beside the bundle in dist/. */
function workerFile(here: string): string {
  const name = here.endsWith('.ts') ? './sanitize-worker.ts' : './sanitize-worker.js'
  return new URL(name, here).href
}

/** The outcome, or the signal's own reason when that aborts before. */
async function untilLeft<Outcome>(work: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  try {
    return await untilAborted(work, signal, stoppedWaiting)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
