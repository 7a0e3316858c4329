import type { Condition, FilterEntry, Rule, RuleEntry } from './rules.ts'

// Filters that have a page of their own: each is an ordinary rule, which Roundcube and the list of filters show as well.

export interface Forwarding {
  readonly isOn: boolean
  readonly address: string
  readonly isCopyKept: boolean
}

/** The rule that passes everything on. */
export function findForwarding(entries: readonly FilterEntry[]): RuleEntry | undefined {
  return entries.find(
    (entry): entry is RuleEntry =>
      entry.kind === 'rule' &&
      entry.rule.match === 'every' &&
      entry.rule.actions.length === 1 &&
      entry.rule.actions[0]?.kind === 'forward',
  )
}

export function forwardingOf(entry: RuleEntry | undefined): Forwarding {
  const action = entry?.rule.actions[0]
  const isForward = action?.kind === 'forward'
  return {
    isOn: entry?.rule.isEnabled ?? false,
    address: isForward ? action.address : '',
    isCopyKept: isForward ? action.isCopyKept : true,
  }
}

/** The entries with this forwarding; last, so that filters that move, delete or stop come first. */
export function withForwarding(
  entries: readonly FilterEntry[],
  { isOn, address, isCopyKept }: Forwarding,
  name: string,
): readonly FilterEntry[] {
  const before = findForwarding(entries)
  const rule: Rule = {
    name: before?.rule.name ?? name,
    isEnabled: isOn,
    match: 'every',
    conditions: [],
    actions: [{ kind: 'forward', address, isCopyKept }],
  }
  if (before !== undefined) return replaced(entries, before, rule)
  return [...entries, { kind: 'rule', rule }]
}

/** Known by its name, which is the same in every language: Roundcube's list shows it. */
const BLOCKED_NAME = 'Blocked senders'

function findBlocked(entries: readonly FilterEntry[]): RuleEntry | undefined {
  return entries.find(
    (entry): entry is RuleEntry =>
      entry.kind === 'rule' &&
      entry.rule.name === BLOCKED_NAME &&
      entry.rule.match === 'any' &&
      entry.rule.conditions.every((condition) => blockedIn(condition) !== undefined),
  )
}

/** Addresses and, beginning with `@`, domains. */
function blockedIn(condition: Condition): readonly string[] | undefined {
  if (condition.kind !== 'text' || condition.isNot || condition.comparison !== 'is')
    return undefined
  const { field, values } = condition
  if (field.kind !== 'from' || field.part === 'text') return undefined
  return field.part === 'domain' ? values.map((domain) => `@${domain}`) : values
}

export function blockedOf(entries: readonly FilterEntry[]): readonly string[] {
  const conditions = findBlocked(entries)?.rule.conditions ?? []
  return conditions.flatMap((condition) => blockedIn(condition) ?? [])
}

/** The entries with these senders blocked: their mail goes to the folder, before any other filter. */
export function withBlocked(
  entries: readonly FilterEntry[],
  blocked: readonly string[],
  folder: string,
): readonly FilterEntry[] {
  const before = findBlocked(entries)
  if (blocked.length === 0) return entries.filter((entry) => entry !== before)
  const isWholeDomain = (one: string) => one.startsWith('@')
  const of = (part: 'address' | 'domain', values: readonly string[]): readonly Condition[] => {
    const field = { kind: 'from', part } as const
    return values.length === 0
      ? []
      : [{ kind: 'text', isNot: false, field, comparison: 'is', values }]
  }
  const rule: Rule = {
    name: BLOCKED_NAME,
    isEnabled: true,
    match: 'any',
    conditions: [
      ...of(
        'address',
        blocked.filter((one) => !isWholeDomain(one)),
      ),
      ...of(
        'domain',
        blocked.filter(isWholeDomain).map((one) => one.slice(1)),
      ),
    ],
    actions: before?.rule.actions ?? [{ kind: 'move', mailbox: folder }, { kind: 'stop' }],
  }
  return replaced(entries, before, rule)
}

/** In the place of the one before; without one it comes first. */
function replaced(
  entries: readonly FilterEntry[],
  before: RuleEntry | undefined,
  rule: Rule,
): readonly FilterEntry[] {
  if (before === undefined) return [{ kind: 'rule', rule }, ...entries]
  return entries.map((entry) => (entry === before ? { ...before, rule } : entry))
}
