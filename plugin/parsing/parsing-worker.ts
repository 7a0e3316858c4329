import { parentPort } from 'node:worker_threads'
import { createTasks, type Piece, type Task } from './tasks.ts'

// An entry of its own, like main.ts: a thread that reads what others made, and ends with who started it.

/** What the thread is asked: a task, and then for each of its pieces. */
export type ParsingRequest = { readonly task: Task } | 'next'

/** What it answers; `done` behind the last piece. */
export type ParsingResponse = { readonly piece: Piece } | 'done'

const runTask = createTasks()
let pieces: AsyncGenerator<Piece> | undefined

parentPort?.on('message', (request: ParsingRequest) => {
  if (request !== 'next') pieces = runTask(request.task)
  void respondNext()
})

/** An error ends the thread, which is what its owner hears. */
async function respondNext(): Promise<void> {
  const next = await pieces?.next()
  const isDone = next === undefined || next.done === true
  const response: ParsingResponse = isDone ? 'done' : { piece: next.value }
  parentPort?.postMessage(response)
}
