import type { Script } from '../language/syntax.ts'
import { runCommands } from './commands.ts'
import { sortedFlags } from './flags.ts'
import { createPatterns } from './match/patterns.ts'
import type { EvaluatedMessage, EvaluationContext } from './message.ts'
import { createOutcome } from './outcome.ts'
import { RunFault, Undecided, createProgram, positionOf } from './program.ts'
import { createMessageRun } from './run.ts'
import { createVariables } from './variables.ts'
import type { Verdict } from './verdict.ts'

/** Decides for one message after the other what a script would do with it. Changes nothing, and never throws. */
export type Evaluate = (message: EvaluatedMessage, context: EvaluationContext) => Verdict

/**
 * Makes a script ready that `checkScript` has found nothing wrong with. A run takes time in proportion to the script and the
 * message: the language has no loops, includes are bounded, and regular expressions run on an engine that is linear.
 */
export function createEvaluator(script: Script): Evaluate {
  const program = createProgram(script)
  const patterns = createPatterns()
  return (message, context) => {
    const outcome = createOutcome()
    const shared = createMessageRun({ message, context, outcome, patterns })
    const run = { shared, program, variables: createVariables(shared.globals), depth: 0 }
    try {
      runCommands(run, script.commands)
      const flags = sortedFlags(shared.flags)
      const keep = { kind: 'store', mailbox: 'INBOX', isKeep: true, flags } as const
      return { kind: 'decided', actions: outcome.finish(keep) }
    } catch (error) {
      if (error instanceof Undecided)
        return {
          kind: 'undecided',
          subject: error.subject,
          position: positionOf(program, error.node),
        }
      if (!(error instanceof RunFault)) throw error
      const { code, subject, node } = error
      return { kind: 'failed', code, subject, position: positionOf(program, node) }
    }
  }
}
