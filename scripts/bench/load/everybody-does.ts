import type { Operation } from './job.ts'
import type { LoadUser } from './user.ts'

/** Lets every user do something once, so many at a time. Rejects when anybody can not. */
export async function everybodyDoes(
  operation: Operation,
  users: readonly LoadUser[],
  atOnce: number,
): Promise<void> {
  const waiting = [...users]
  const work = async (): Promise<void> => {
    for (let user = waiting.pop(); user !== undefined; user = waiting.pop()) {
      await user.does(operation)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
