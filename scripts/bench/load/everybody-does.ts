import type { Operation } from './job.ts'
import type { Visitor } from './user.ts'

/** Lets every visitor do something once, so many at a time. Rejects when anybody can not. */
export async function everybodyDoes(
  operation: Operation,
  visitors: readonly Visitor[],
  atOnce: number,
): Promise<void> {
  const waiting = [...visitors]
  const work = async (): Promise<void> => {
    for (let visitor = waiting.pop(); visitor !== undefined; visitor = waiting.pop()) {
      await visitor.does(operation)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
