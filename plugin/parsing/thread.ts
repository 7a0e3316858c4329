import { Worker } from 'node:worker_threads'
import { TooHeavy } from '../contacts/format/too-heavy.ts'
import type { ParsingAnswer, ParsingRequest } from './parsing-worker.ts'
import type { Piece, Task } from './tasks.ts'

/** For what was made just now; it counts to the heap. */
const YOUNG_MIB = 16

/** A thread of its own for what others made. */
export interface ParsingThread {
  /** The pieces, each when it is asked for. Throws TooHeavy, and the reason of the signal. */
  run(task: Task): AsyncGenerator<Piece>
  /** Ends it, whatever it does. */
  close(): Promise<void>
}

/** Starts it. Who waits for it waits no longer than the signal. */
export function openThread({
  heapMiB,
  signal,
}: {
  readonly heapMiB: number
  readonly signal: AbortSignal
}): ParsingThread {
  const worker = new Worker(new URL(workerFile(import.meta.url), import.meta.url), {
    name: 'parsing',
    resourceLimits: {
      maxOldGenerationSizeMb: heapMiB - YOUNG_MIB,
      maxYoungGenerationSizeMb: YOUNG_MIB,
    },
    // Secrets of the environment are of no use to a thread that reads foreign bytes.
    env: {},
  })
  let settle: ((answer: ParsingAnswer | Error) => void) | undefined
  const end = (cause: unknown) => settle?.(new TooHeavy('The thread ended', { cause }))
  worker.on('message', (answer: ParsingAnswer) => settle?.(answer))
  worker.on('error', end)
  worker.on('exit', end)

  function ask(request: ParsingRequest): Promise<ParsingAnswer> {
    return new Promise((resolve, reject) => {
      const leave = () => settle?.(abortError(signal))
      settle = (answer) => {
        settle = undefined
        signal.removeEventListener('abort', leave)
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
      }
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      else worker.postMessage(request)
    })
  }

  return {
    async *run(task) {
      for (let answer = await ask({ task }); answer !== 'done'; answer = await ask('next')) {
        yield answer.piece
      }
    },
    async close() {
      await worker.terminate()
    },
  }
}

function abortError({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new TooHeavy('stopped', { cause: reason })
}

/** Beside the bundle; sources start what was built of them, for a thread loads no TypeScript. */
function workerFile(here: string): string {
  return here.endsWith('.ts') ? '../../dist/parsing-worker.js' : './parsing-worker.js'
}
