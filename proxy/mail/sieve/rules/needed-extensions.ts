import type { Condition, RuleAction } from './rule.ts'

// The page imports this file too: it offers only what the mail server has.

/** A condition with or without the addresses that it is written with. */
type AnyCondition = Exclude<Condition, { readonly kind: 'contact' }> | { readonly kind: 'contact' }

/** Extensions that the test of a condition needs. */
export function extensionsOfCondition(condition: AnyCondition): readonly string[] {
  switch (condition.kind) {
    case 'text':
      return condition.field.kind === 'body' ? ['body'] : []
    case 'size':
      return []
    case 'date':
      return condition.comparison === 'is' ? ['date'] : ['date', 'relational']
    case 'weekday':
      return ['date']
    case 'spam':
      return [
        condition.scale === 'percent' ? 'spamtestplus' : 'spamtest',
        'relational',
        'comparator-i;ascii-numeric',
      ]
    case 'attachment':
      return [condition.by]
    case 'contact':
      return []
  }
}

/** Extensions that the command of an action needs. */
export function extensionsOfAction(action: RuleAction): readonly string[] {
  switch (action.kind) {
    case 'move':
      return ['fileinto']
    case 'copy':
      return ['fileinto', 'copy']
    case 'markRead':
    case 'flag':
    case 'tag':
      return ['imap4flags']
    case 'forward':
      return action.isCopyKept ? ['copy'] : []
    case 'answer':
      return ['vacation']
    case 'reject':
      return ['reject']
    case 'delete':
    case 'keep':
    case 'stop':
      return []
  }
}
