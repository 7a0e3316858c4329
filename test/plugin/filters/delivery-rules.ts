import type { Condition, Rule, RuleAction } from '../../../proxy/mail/sieve/rules/rule.ts'

/** Mailboxes that the rules file into. */
export const TARGETS = ['Archive', 'Über & mehr', 'A "B"'] as const
const [archive, umlauts, quotes] = TARGETS

type Text = Extract<Condition, { readonly kind: 'text' }>

const text = (
  field: Text['field'],
  comparison: Text['comparison'],
  ...values: readonly string[]
): Condition => ({ kind: 'text', isNot: false, field, comparison, values })
const not = (condition: Condition): Condition => ({ ...condition, isNot: true })

const subject = { kind: 'subject' } as const
const body = { kind: 'body' } as const
const list = { kind: 'list' } as const
const header = (name: string) => ({ kind: 'header', name }) as const
const whole = (kind: 'from' | 'to' | 'cc' | 'recipient') => ({ kind, part: 'text' }) as const
const address = (kind: 'from' | 'recipient') => ({ kind, part: 'address' }) as const
const domain = (kind: 'from' | 'recipient') => ({ kind, part: 'domain' }) as const

const move = (mailbox: string): RuleAction => ({ kind: 'move', mailbox })
const copy = (mailbox: string): RuleAction => ({ kind: 'copy', mailbox })
const forward = (to: string, isCopyKept: boolean): RuleAction => ({
  kind: 'forward',
  address: to,
  isCopyKept,
})
const markRead = { kind: 'markRead' } as const
const flag = { kind: 'flag' } as const
const remove = { kind: 'delete' } as const
const tag = { kind: 'tag', keyword: '$label1' } as const

const rule = (
  match: Rule['match'],
  conditions: readonly Condition[],
  ...actions: readonly RuleAction[]
): Rule => ({ name: 'Tried', isEnabled: true, match, conditions, actions })

/** What people make rules of: each kind of condition and action that a delivery shows. */
export const DELIVERY_RULES: readonly Rule[] = [
  rule('any', [text(whole('from'), 'contains', 'shop', 'jane')], markRead, move(umlauts)),
  rule('any', [text(subject, 'contains', 'über', 'café', 'invoice')], flag, move(archive)),
  rule('any', [text(body, 'contains', 'Köln', 'secret word', 'invoice')], copy(quotes)),
  rule('all', [text(address('from'), 'is', 'shop@example.com')], remove),
  rule('any', [{ kind: 'size', isNot: false, comparison: 'over', bytes: 800 }], move(quotes)),
  rule('any', [text(domain('from'), 'is', 'example.com', 'example.org')], tag, move(archive)),
  rule('any', [text(address('recipient'), 'is', 'me@example.test')], flag),
  rule('any', [text(domain('recipient'), 'is', 'EXAMPLE.test')], move(umlauts)),
  rule('any', [text(list, 'contains', 'lists.example')], copy(archive), move(quotes)),
  rule('any', [text(subject, 'begins', 're:', 'sale')], markRead, remove),
  rule('any', [text(subject, 'ends', 'alles', 'off', '[x]')], move(archive)),
  rule('any', [text(subject, 'matches', '*2026*', '*quest?on*')], flag, copy(umlauts)),
  rule('all', [not(text(subject, 'contains', 'e')), not(text(body, 'contains', 'e'))], remove),
  rule('any', [text(header('X-Spam-Flag'), 'is', 'YES')], markRead, move(quotes)),
  rule(
    'all',
    [text(whole('to'), 'contains', 'me'), not(text(whole('cc'), 'contains', 'me'))],
    flag,
  ),
  rule('every', [], markRead, tag),
  rule('all', [{ kind: 'size', isNot: true, comparison: 'under', bytes: 500 }], copy(archive), {
    kind: 'keep',
  }),
  rule(
    'all',
    [{ kind: 'date', isNot: false, comparison: 'since', day: '2020-01-01', zone: undefined }],
    move(umlauts),
  ),
  rule(
    'any',
    [text(subject, 'is', '', 'Re: [list] Question?')],
    forward('ada@elsewhere.test', true),
  ),
  rule('any', [text(body, 'contains', 'a')], forward('ben@elsewhere.test', false)),
]
