import type { UndoStep } from '../record/undo.ts'

/** One thing an installation brings about. Carried out twice it changes nothing the second time. */
export interface Step {
  /** A line for users, e.g. `write /etc/logrotate.d/postern`. */
  readonly describe: string
  /** True when the system already is as the step wants it. */
  isDone(): Promise<boolean>
  /** How to get back to the system as it is now; undefined when there is nothing to get back to. */
  planUndo(): Promise<UndoStep | undefined>
  apply(): Promise<void>
  /** What there is to tell beside the line, once it was applied. */
  readonly notes?: () => readonly string[]
  /** How to remove it when no one wrote down what was there before; undefined: it stays. */
  readonly removal: UndoStep | undefined
}
