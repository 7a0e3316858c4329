import { Worker } from 'node:worker_threads'
import { TooComplex } from '../contacts/format/too-complex.ts'
import type { ParsingResponse, ParsingRequest } from './parsing-worker.ts'
import type { Piece, Task } from './tasks.ts'

/** For what was made just now; it counts to the heap. */
const YOUNG_MIB = 16

/** A thread of its own for what others made. */
export interface ParsingThread {
  /** The pieces of a task, each when it is requested; one task at a time. Throws TooComplex, and the reason of the signal. */
  run(task: Task, signal: AbortSignal): AsyncGenerator<Piece>
  /** Ends it, whatever it does. */
  close(): Promise<void>
}

interface ThreadOptions {
  readonly heapMiB: number
  /** It ended since its heap was full. */
  readonly memoryExhausted: () => void
}

/** Starts it. Who waits for it waits no longer than the signal of a task. */
export function openThread({ heapMiB, memoryExhausted }: ThreadOptions): ParsingThread {
  const worker = new Worker(new URL(workerFile(import.meta.url), import.meta.url), {
    name: 'parsing',
    resourceLimits: {
      maxOldGenerationSizeMb: heapMiB - YOUNG_MIB,
      maxYoungGenerationSizeMb: YOUNG_MIB,
    },
    // Secrets of the environment are of no use to a thread that reads foreign bytes.
    env: {},
  })
  let settle: ((response: ParsingResponse | Error) => void) | undefined
  let ended: TooComplex | undefined
  const end = (cause: unknown) => {
    ended ??= new TooComplex('The thread ended', { cause })
    settle?.(ended)
  }
  worker.on('message', (response: ParsingResponse) => settle?.(response))
  worker.on('error', (error) => {
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') memoryExhausted()
    end(error)
  })
  worker.on('exit', end)

  function query(request: ParsingRequest, signal: AbortSignal): Promise<ParsingResponse> {
    return new Promise((resolve, reject) => {
      const leave = () => settle?.(abortError(signal))
      settle = (response) => {
        settle = undefined
        signal.removeEventListener('abort', leave)
        if (response instanceof Error) reject(response)
        else resolve(response)
      }
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      else if (ended !== undefined) settle(ended)
      else worker.postMessage(request)
    })
  }

  return {
    async *run(task, signal) {
      for (
        let response = await query({ task }, signal);
        response !== 'done';
        response = await query('next', signal)
      ) {
        yield response.piece
      }
    },
    async close() {
      await worker.terminate()
    },
  }
}

function abortError({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new TooComplex('stopped', { cause: reason })
}

/** Beside the bundle; sources start what was built of them, for a thread loads no TypeScript. */
function workerFile(here: string): string {
  return here.endsWith('.ts') ? '../../dist/parsing-worker.js' : './parsing-worker.js'
}
