import { runCommand } from '../machine/run-command.ts'
import type { Step } from './step.ts'

interface CommandOptions {
  readonly describe: string
  readonly isDone: () => Promise<boolean>
  readonly run: readonly string[]
  /** Takes it back; undefined when there is nothing to take back. */
  readonly undo: readonly string[] | undefined
}

/** Something another program keeps: a user, a registration. It must tell whether it has it already. */
export function commandStep({ describe, isDone, run, undo }: CommandOptions): Step {
  const removal = undo === undefined ? undefined : { kind: 'run' as const, command: [...undo] }
  return {
    describe,
    isDone,
    planUndo: async () => removal,
    apply: async () => {
      await runCommand(run)
    },
    removal,
  }
}
