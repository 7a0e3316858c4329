import type { TestFn } from 'ava'
import type { Teardown } from './temporary-directory.ts'

/** Undoes at the end of the file, the last first, what all its tests share. */
export function teardownOf(test: TestFn): Teardown {
  const undoing: (() => Promise<void> | void)[] = []
  test.after.always(async () => {
    for (const undo of undoing.toReversed()) await undo()
  })
  return { teardown: (undo) => void undoing.push(undo) }
}
