/** What a header field is compared as: its whole text with the names in it, each address, or the domain of each. */
export type AddressPart = 'text' | 'address' | 'domain'

/** What a text condition looks at. `recipient` is To or Cc, `list` the field List-Id. */
export type TextField =
  | { readonly kind: 'subject' | 'body' | 'list' }
  | { readonly kind: 'from' | 'to' | 'cc' | 'recipient'; readonly part: AddressPart }
  | { readonly kind: 'header'; readonly name: string }

/** `matches` takes `*` and `?` (RFC 5228 2.7.1); in all others they stand for themselves. */
export type TextComparison = 'is' | 'contains' | 'begins' | 'ends' | 'matches'

interface Negatable {
  readonly isNot: boolean
}

/** One condition of a rule. Several values: one of them is enough. */
export type Condition = Negatable &
  (
    | {
        readonly kind: 'text'
        readonly field: TextField
        readonly comparison: TextComparison
        readonly values: readonly string[]
      }
    | { readonly kind: 'size'; readonly comparison: 'over' | 'under'; readonly bytes: number }
    | {
        /** The day on which the message is delivered. */
        readonly kind: 'date'
        readonly comparison: 'is' | 'since' | 'before'
        /** `YYYY-MM-DD`. */
        readonly day: string
        /** `+0100`; undefined: that of the server. */
        readonly zone?: string | undefined
      }
    | {
        readonly kind: 'weekday'
        /** 0 is Sunday (RFC 5260 4.2). */
        readonly days: readonly number[]
        readonly zone?: string | undefined
      }
    | {
        /** RFC 5235: `score` is 0 (not tested) to 10, `percent` 0 to 100. */
        readonly kind: 'spam'
        readonly scale: 'score' | 'percent'
        readonly comparison: 'atLeast' | 'atMost'
        readonly value: number
      }
    | {
        /** A part says of itself that it is an attachment (RFC 2183 2.2). */
        readonly kind: 'attachment'
        /** The fields of each part (RFC 5703 4.1), or the text of the message as it was sent (RFC 5173 5.1). */
        readonly by: 'mime' | 'body'
      }
    | {
        /** The sender is one of the owner's contacts. */
        readonly kind: 'contact'
        /** Their addresses as they were when the script was written; there may be none. */
        readonly addresses: readonly string[]
      }
  )

/** One action of a rule. */
export type RuleAction =
  | { readonly kind: 'move' | 'copy'; readonly mailbox: string }
  | { readonly kind: 'markRead' | 'flag' | 'keep' | 'delete' | 'stop' }
  | { readonly kind: 'tag'; readonly keyword: string }
  | { readonly kind: 'forward'; readonly address: string; readonly isCopyKept: boolean }
  | {
      readonly kind: 'answer'
      /** Lines end with LF. */
      readonly text: string
      readonly subject?: string | undefined
      /** At most once in so many days to the same sender; undefined: as the server has it. */
      readonly days?: number | undefined
      /** Own addresses beside that of the mailbox. */
      readonly addresses: readonly string[]
      readonly from?: string | undefined
    }
  | { readonly kind: 'reject'; readonly text: string }

/** A rule as a person edits it. */
export interface Rule {
  /** One line; may be empty. */
  readonly name: string
  readonly isEnabled: boolean
  /** `every` message: conditions do not count. */
  readonly match: 'all' | 'any' | 'every'
  readonly conditions: readonly Condition[]
  /** Written in an order that does what they say: flags first, `stop` last. */
  readonly actions: readonly RuleAction[]
}

/** Programs that write their rules anew from a place of their own: what is changed in the script is lost at their next save. */
export type ManagingProgram = 'snappymail' | 'nextcloud' | 'ingo'

/** One entry of a script, in the order in which they run. */
export type RuleEntry =
  | {
      readonly kind: 'rule'
      /** Where it stood in the script that was read; undefined for a new one. */
      readonly place?: number | undefined
      readonly rule: Rule
    }
  | {
      /** What no rule stands for: commands or comments, to the byte. */
      readonly kind: 'block'
      readonly place?: number | undefined
      readonly text: string
    }

/** An entry that was read. */
export type ReadEntry = RuleEntry & {
  readonly place: number
  readonly managedBy: ManagingProgram | undefined
}
