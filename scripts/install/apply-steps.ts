import type { JournalEntry } from './record/journal.ts'
import type { Step } from './steps/step.ts'

/** What came of one step. */
export interface StepOutcome {
  readonly step: string
  readonly outcome: 'already so' | 'done'
}

interface ApplyOptions {
  /** Awaited before each step that changes something. */
  readonly remember: (entry: JournalEntry) => Promise<void>
  readonly report: (outcome: StepOutcome) => void
  /** An abort takes effect between two steps. */
  readonly signal: AbortSignal
}

/** Carries out what is not yet so, in order. Throws what a step throws, and the reason of an abort. */
export async function applySteps(
  steps: readonly Step[],
  { remember, report, signal }: ApplyOptions,
): Promise<void> {
  for (const step of steps) {
    signal.throwIfAborted()
    if (await step.isDone()) {
      report({ step: step.describe, outcome: 'already so' })
      continue
    }
    const undo = await step.planUndo()
    if (undo !== undefined) await remember({ step: step.describe, undo })
    await step.apply()
    report({ step: step.describe, outcome: 'done' })
  }
}
