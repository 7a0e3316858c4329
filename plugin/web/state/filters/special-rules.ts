import { shiftedDay } from '../outbox/wall-time.ts'
import type { Condition, FilterEntry, Rule, RuleAction, TextCondition } from './rules.ts'

// Filters that have a page of their own: each is an ordinary rule, which Roundcube and the list of filters show as well.

type RuleEntry = Extract<FilterEntry, { readonly kind: 'rule' }>

/** The vacation responder as its page has it. */
export interface Vacation {
  readonly isOn: boolean
  /** `YYYY-MM-DD`; empty: not limited. */
  readonly firstDay: string
  readonly lastDay: string
  readonly subject: string
  readonly text: string
  readonly days: number
  /** undefined: everyone gets a reply. */
  readonly domain: string | undefined
}

export interface Forwarding {
  readonly isOn: boolean
  readonly address: string
  readonly isCopyKept: boolean
}

const USUAL_DAYS = 7

/** The rule that replies to everything, or to all between two days. */
export function findVacation(entries: readonly FilterEntry[]): RuleEntry | undefined {
  return entries.find(
    (entry): entry is RuleEntry =>
      entry.kind === 'rule' &&
      answerOf(entry.rule) !== undefined &&
      entry.rule.match !== 'any' &&
      entry.rule.conditions.every((condition) => isPeriod(condition) || isDomain(condition)),
  )
}

function answerOf({ actions }: Rule) {
  const [action] = actions
  return actions.length === 1 && action?.kind === 'answer' ? action : undefined
}

function isPeriod(condition: Condition): boolean {
  return condition.kind === 'date' && !condition.isNot && condition.comparison !== 'is'
}

function isDomain(condition: Condition): condition is TextCondition {
  return (
    condition.kind === 'text' &&
    !condition.isNot &&
    condition.comparison === 'is' &&
    condition.field.kind === 'from' &&
    condition.field.part === 'domain' &&
    condition.values.length === 1
  )
}

/** What the page of the vacation responder shows; of none an empty one that is off. */
export function vacationOf(entry: RuleEntry | undefined): Vacation {
  const rule = entry?.rule
  const answer = rule && answerOf(rule)
  const dayOf = (comparison: 'since' | 'before') =>
    rule?.conditions.flatMap((condition) =>
      condition.kind === 'date' && condition.comparison === comparison ? [condition.day] : [],
    )[0]
  const end = dayOf('before')
  return {
    isOn: rule?.isEnabled ?? false,
    firstDay: dayOf('since') ?? '',
    lastDay: end === undefined ? '' : shiftedDay(end, -1),
    subject: answer?.subject ?? '',
    text: answer?.text ?? '',
    days: answer?.days ?? USUAL_DAYS,
    domain: rule?.conditions.find(isDomain)?.values[0],
  }
}

interface VacationContext {
  readonly name: string
  /** The owner's addresses: mail to another one was not written to them. */
  readonly addresses: readonly string[]
  /** Of a day (`YYYY-MM-DD`), as `+0100`. */
  readonly zoneOf: (day: string) => string
}

/** The entries with this vacation responder: first, so that no filter before it stops. */
export function withVacation(
  entries: readonly FilterEntry[],
  { isOn, firstDay, lastDay, subject, text, days, domain }: Vacation,
  { name, addresses, zoneOf }: VacationContext,
): readonly FilterEntry[] {
  const before = findVacation(entries)
  const day = (comparison: 'since' | 'before', at: string): readonly Condition[] =>
    at === '' ? [] : [{ kind: 'date', isNot: false, comparison, day: at, zone: zoneOf(at) }]
  const conditions: readonly Condition[] = [
    ...day('since', firstDay),
    ...day('before', lastDay === '' ? '' : shiftedDay(lastDay, 1)),
    ...(domain === undefined ? [] : [fromDomain(domain)]),
  ]
  const answer: RuleAction = {
    kind: 'answer',
    text,
    days,
    addresses,
    ...(subject === '' ? {} : { subject }),
    ...sender(before),
  }
  const rule: Rule = {
    name: before?.rule.name ?? name,
    isEnabled: isOn,
    match: conditions.length === 0 ? 'every' : 'all',
    conditions,
    actions: [answer],
  }
  return replaced(entries, before, rule)
}

/** Another program may have set from whom the reply comes. */
function sender(entry: RuleEntry | undefined): { readonly from?: string } {
  const from = entry && answerOf(entry.rule)?.from
  return from === undefined ? {} : { from }
}

function fromDomain(domain: string): Condition {
  return {
    kind: 'text',
    isNot: false,
    field: { kind: 'from', part: 'domain' },
    comparison: 'is',
    values: [domain],
  }
}

/** Whether the rule replies on this day. */
export function isVacationOn(entries: readonly FilterEntry[], today: string): boolean {
  const { isOn, firstDay, lastDay } = vacationOf(findVacation(entries))
  return isOn && firstDay <= today && (lastDay === '' || today <= lastDay)
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
