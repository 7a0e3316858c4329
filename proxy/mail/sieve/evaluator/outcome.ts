import { RunFault } from './program.ts'
import type { SieveAction } from './verdict.ts'

/** What has been decided so far for one message. */
export interface Outcome {
  /** Adds an action; false for one that is there already and is not done twice. Throws RunFault for a conflict. */
  add(action: SieveAction, node: { readonly start: number }): boolean
  /** RFC 5228 2.10.2: the message is not kept automatically any more. */
  cancelKeep(): void
  /** All actions; `keep` is what the implicit one is, where nothing has canceled it. */
  finish(keep: SieveAction): readonly SieveAction[]
}

/** Pigeonhole's `sieve_max_actions` and `sieve_max_redirects`. */
const MAX_ACTIONS = 32
const MAX_REDIRECTS = 4

export function createOutcome(): Outcome {
  const actions: SieveAction[] = []
  let isKept = true
  const add: Outcome['add'] = (action, node) => {
    const same = actions.findIndex((one) => isSame(one, action))
    if (same !== -1) {
      // The later flags count.
      actions[same] = action
      return false
    }
    const other = actions.find((one) => isConflict(one, action))
    if (other !== undefined)
      throw new RunFault('actions_conflict', `${other.kind} ${action.kind}`, node)
    if (actions.length >= MAX_ACTIONS)
      throw new RunFault('too_many_actions', String(MAX_ACTIONS), node)
    const redirects = actions.filter(({ kind }) => kind === 'redirect').length
    if (action.kind === 'redirect' && redirects >= MAX_REDIRECTS)
      throw new RunFault('too_many_redirects', String(MAX_REDIRECTS), node)
    actions.push(action)
    return true
  }
  return {
    add,
    cancelKeep: () => {
      isKept = false
    },
    finish: (keep) => {
      if (isKept && !actions.some((one) => isSame(one, keep))) actions.push(keep)
      return actions
    },
  }
}

function isSame(one: SieveAction, other: SieveAction): boolean {
  if (one.kind === 'store') return other.kind === 'store' && one.mailbox === other.mailbox
  if (one.kind !== 'redirect' || other.kind !== 'redirect') return false
  return one.address === other.address
}

/** A message can not be refused and delivered (RFC 5429 2.1), nor answered twice. */
function isConflict({ kind: one }: SieveAction, { kind: other }: SieveAction): boolean {
  if (one === 'reject' || other === 'reject') return true
  return one === 'vacation' && other === 'vacation'
}
