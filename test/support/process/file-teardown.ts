import type { TestFn } from 'ava'
import type { Teardown } from './temporary-directory.ts'

/** For what all tests of a file share: undone when the last of them has ended, the newest first. */
export function fileTeardown(test: TestFn): Teardown {
  const undos: (() => Promise<void> | void)[] = []
  test.after.always(async () => {
    for (const undo of undos.reverse()) await undo()
  })
  return { teardown: (undo) => void undos.push(undo) }
}
