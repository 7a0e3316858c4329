import type { Position } from '../language/script-fault.ts'

/** What a script does with one message. */
export type SieveAction =
  | {
      readonly kind: 'store'
      /** As the script names it, `INBOX` for `keep`. */
      readonly mailbox: string
      /** Kept by `keep` or by no command, not filed by name: where it lies in another mailbox already it stays there. */
      readonly isKeep: boolean
      /** Those that the message gets, sorted, once each in any case; system flags in lower case. */
      readonly flags: readonly string[]
    }
  | { readonly kind: 'redirect'; readonly address: string }
  | { readonly kind: 'reject'; readonly reason: string }
  | {
      readonly kind: 'vacation'
      readonly text: string
      readonly subject: string | undefined
      /** Once in this time to the same sender. */
      readonly seconds: number
    }

/** Why a script ended before its end: the server keeps the message then. */
export type RunFaultCode =
  | 'actions_conflict'
  | 'too_many_actions'
  | 'too_many_redirects'
  | 'include_missing'
  | 'include_loop'
  | 'invalid_regex'
  | 'stopped_by_script'

/**
 * What happens with a message. `decided`: these actions, in their order; none means that it is discarded. `failed`: the
 * script ended in an error at run time, and the message is kept. `undecided`: the script came to a command or test that is not
 * known here, or for which the message was not read far enough, and nothing may be guessed.
 */
export type Verdict =
  | { readonly kind: 'decided'; readonly actions: readonly SieveAction[] }
  | {
      readonly kind: 'failed'
      readonly code: RunFaultCode
      readonly subject: string
      readonly position: Position
    }
  | { readonly kind: 'undecided'; readonly subject: string; readonly position: Position }
