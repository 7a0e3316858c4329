import { shiftedDay } from '../outbox/wall-time.ts'
import type { Condition, FilterEntry, Rule, RuleEntry, RuleAction } from './rules.ts'

// The vacation responder is one ordinary rule, or two where those of one's own domain get another text: Roundcube shows them too.

/** The vacation responder as its page has it. */
export interface Vacation {
  readonly isOn: boolean
  /** `YYYY-MM-DD`; empty: not limited. */
  readonly firstDay: string
  readonly lastDay: string
  readonly subject: string
  readonly text: string
  readonly days: number
  /** Who gets a reply. */
  readonly audience: 'everyone' | 'contacts' | 'domain'
  /** The owner's, as the rules name it; undefined where none does. */
  readonly domain: string | undefined
  /** What those of the domain get; empty: the same text. */
  readonly domainText: string
}

/** Its rules. */
export interface VacationEntries {
  /** For everyone, for the contacts, or for those outside of the domain. */
  readonly main: RuleEntry | undefined
  /** For those of the domain. */
  readonly domain: RuleEntry | undefined
}

const USUAL_DAYS = 7

/**
 * Carries the last day where the server can not look at the date: no message has this field, so the condition holds until the
 * page turns the rule off.
 */
const LAST_DAY_FIELD = 'X-Vacation-Last-Day'

/** The rules that reply to everything, or to all between two days. */
export function findVacation(entries: readonly FilterEntry[]): VacationEntries {
  const replies = entries.filter(
    (entry): entry is RuleEntry =>
      entry.kind === 'rule' &&
      answerOf(entry.rule) !== undefined &&
      entry.rule.match !== 'any' &&
      entry.rule.conditions.every(isKnown),
  )
  const [first] = replies
  const pair = first && domainOf(first.rule)
  if (pair === undefined) return { main: first, domain: undefined }
  const other = (isNot: boolean) =>
    replies.find(({ rule }) => {
      const found = domainOf(rule)
      return found?.isNot === isNot && found.domain === pair.domain
    })
  return { main: other(true), domain: other(false) }
}

function answerOf({ actions }: Rule) {
  const [action] = actions
  return actions.length === 1 && action?.kind === 'answer' ? action : undefined
}

function isKnown(condition: Condition): boolean {
  const { kind, isNot } = condition
  if (kind === 'date') return !isNot && condition.comparison !== 'is'
  if (kind === 'contact') return !isNot
  return domainIn(condition) !== undefined || lastDayIn(condition) !== undefined
}

function domainOf({ conditions }: Rule) {
  return conditions.flatMap((condition) => domainIn(condition) ?? [])[0]
}

function domainIn(condition: Condition) {
  if (condition.kind !== 'text' || condition.comparison !== 'is') return undefined
  const { field, values, isNot } = condition
  const [domain, ...others] = values
  if (field.kind !== 'from' || field.part !== 'domain') return undefined
  return domain === undefined || others.length > 0 ? undefined : { domain, isNot }
}

function lastDayIn(condition: Condition): string | undefined {
  if (condition.kind !== 'text' || !condition.isNot || condition.comparison !== 'is')
    return undefined
  const { field, values } = condition
  return field.kind === 'header' && field.name === LAST_DAY_FIELD ? values[0] : undefined
}

/** What the page of the vacation responder shows; of none an empty one that is off. */
export function vacationOf({ main, domain }: VacationEntries): Vacation {
  const rule = (main ?? domain)?.rule
  const conditions = rule?.conditions ?? []
  const answer = rule && answerOf(rule)
  const dayOf = (comparison: 'since' | 'before') =>
    conditions.flatMap((condition) =>
      condition.kind === 'date' && condition.comparison === comparison ? [condition.day] : [],
    )[0]
  const end = dayOf('before')
  const isForContacts = conditions.some(({ kind }) => kind === 'contact')
  return {
    isOn: rule?.isEnabled ?? false,
    firstDay: dayOf('since') ?? '',
    lastDay:
      end === undefined
        ? (conditions.flatMap((one) => lastDayIn(one) ?? [])[0] ?? '')
        : shiftedDay(end, -1),
    subject: answer?.subject ?? '',
    text: answer?.text ?? '',
    days: answer?.days ?? USUAL_DAYS,
    audience: isForContacts ? 'contacts' : main === undefined && domain ? 'domain' : 'everyone',
    domain: rule && domainOf(rule)?.domain,
    domainText: main && domain ? (answerOf(domain.rule)?.text ?? '') : '',
  }
}

interface VacationContext {
  readonly name: string
  /** The owner's addresses: mail to another one was not written to them. */
  readonly addresses: readonly string[]
  /** Of a day (`YYYY-MM-DD`), as `+0100`. */
  readonly zoneOf: (day: string) => string
  /** Whether the mail server can look at the date. */
  readonly hasDates: boolean
}

/** The entries with this vacation responder: first, so that no filter before it stops. */
export function withVacation(
  entries: readonly FilterEntry[],
  vacation: Vacation,
  context: VacationContext,
): readonly FilterEntry[] {
  const before = findVacation(entries)
  const former = [before.main, before.domain].flatMap((entry) => entry ?? [])
  const written = rulesOf(vacation, context, former[0]?.rule).map((rule, at): FilterEntry => {
    const place = former[at]
    return place === undefined ? { kind: 'rule', rule } : { ...place, rule }
  })
  const start = Math.max(
    0,
    entries.findIndex((entry) => former.some((one) => one === entry)),
  )
  const others = entries.filter((entry) => !former.some((one) => one === entry))
  return [...others.slice(0, start), ...written, ...others.slice(start)]
}

/** Each message meets one of them at most: a script replies once (RFC 5230 4.7). */
function rulesOf(
  vacation: Vacation,
  context: VacationContext,
  former: Rule | undefined,
): readonly Rule[] {
  const { audience, domain, text, domainText } = vacation
  const rule = (reply: string, ...who: readonly Condition[]): Rule => {
    const conditions = [...periodOf(vacation, context), ...who]
    return {
      name: former?.name ?? context.name,
      isEnabled: vacation.isOn,
      match: conditions.length === 0 ? 'every' : 'all',
      conditions,
      actions: [replyWith(reply, vacation, { ...context, former })],
    }
  }
  const contacts: readonly Condition[] =
    audience === 'contacts' ? [{ kind: 'contact', isNot: false }] : []
  if (domain !== undefined && audience === 'domain') return [rule(text, fromDomain(domain, false))]
  if (domain === undefined || domainText === '') return [rule(text, ...contacts)]
  return [
    rule(text, fromDomain(domain, true), ...contacts),
    rule(domainText, fromDomain(domain, false)),
  ]
}

function periodOf(
  { firstDay, lastDay }: Vacation,
  { zoneOf, hasDates }: VacationContext,
): readonly Condition[] {
  const day = (comparison: 'since' | 'before', at: string): Condition => {
    return { kind: 'date', isNot: false, comparison, day: at, zone: zoneOf(at) }
  }
  const first = firstDay === '' || !hasDates ? [] : [day('since', firstDay)]
  if (lastDay === '') return first
  return [...first, hasDates ? day('before', shiftedDay(lastDay, 1)) : notAfter(lastDay)]
}

function notAfter(lastDay: string): Condition {
  const field = { kind: 'header', name: LAST_DAY_FIELD } as const
  return { kind: 'text', isNot: true, field, comparison: 'is', values: [lastDay] }
}

function fromDomain(domain: string, isNot: boolean): Condition {
  const field = { kind: 'from', part: 'domain' } as const
  return { kind: 'text', isNot, field, comparison: 'is', values: [domain] }
}

/** Another program may have set from whom the reply comes. */
function replyWith(
  text: string,
  { days, subject }: Vacation,
  { addresses, former }: VacationContext & { readonly former: Rule | undefined },
): RuleAction {
  const from = former && answerOf(former)?.from
  return {
    kind: 'answer',
    text,
    days,
    addresses,
    ...(subject === '' ? {} : { subject }),
    ...(from === undefined ? {} : { from }),
  }
}

/** Whether the rules reply on this day: where the server can not look at the date they do so until they are turned off. */
export function isVacationOn(entries: readonly FilterEntry[], today: string): boolean {
  const found = findVacation(entries)
  const { isOn, firstDay, lastDay } = vacationOf(found)
  if (!isOn || today < firstDay) return false
  return lastDay === '' || today <= lastDay || isEndedHere(found)
}

/** The last day, where that is over and the server goes on to reply; undefined: there is nothing to turn off. */
export function endedVacation(entries: readonly FilterEntry[], today: string): string | undefined {
  const found = findVacation(entries)
  const { isOn, lastDay } = vacationOf(found)
  return isOn && lastDay !== '' && lastDay < today && isEndedHere(found) ? lastDay : undefined
}

function isEndedHere({ main, domain }: VacationEntries): boolean {
  const conditions = (main ?? domain)?.rule.conditions ?? []
  return conditions.some((condition) => lastDayIn(condition) !== undefined)
}

/** The entries with the vacation responder turned off. */
export function withoutVacation(entries: readonly FilterEntry[]): readonly FilterEntry[] {
  const { main, domain } = findVacation(entries)
  return entries.map((entry) =>
    entry === main || entry === domain
      ? { ...entry, rule: { ...entry.rule, isEnabled: false } }
      : entry,
  )
}
