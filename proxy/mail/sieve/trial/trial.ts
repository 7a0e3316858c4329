import type { Rule } from '../rules/rule.ts'
import type { RunFaultCode, SieveAction } from '../evaluator/verdict.ts'

/** What is tried. A rule counts as enabled. */
export type TrialSource =
  | { readonly kind: 'rule'; readonly rule: Rule }
  | { readonly kind: 'script'; readonly text: string }

/** Flags that a message gets and loses. */
export interface FlagChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** What happens to a message; flags are those that change against what it has. */
export type TrialAction =
  | Exclude<SieveAction, { readonly kind: 'store' }>
  | {
      readonly kind: 'store'
      readonly mailbox: string
      /** Where it lies. */
      readonly isKeep: boolean
      readonly flags: FlagChange
    }

/**
 * What a filter does with one message. `met`: the conditions of the rule hold, or the script does anything but keep it as it
 * is; no action means that it is discarded. `failed` and `undecided` as in `Verdict`.
 */
export type TrialVerdict = { readonly uid: number } & (
  | { readonly kind: 'unmet' }
  | { readonly kind: 'met'; readonly actions: readonly TrialAction[] }
  | { readonly kind: 'failed'; readonly code: RunFaultCode }
  | { readonly kind: 'undecided'; readonly subject: string }
)
