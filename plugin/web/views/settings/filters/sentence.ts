import {
  comparisonOf,
  fieldNameOf,
  type Condition,
  type Rule,
  type RuleAction,
} from '../../../state/filters/rules.ts'
import type { FilterTexts } from '../../../texts/later-texts.ts'
import { momentOf } from '../../../state/outbox/wall-time.ts'
import { formatDay, timeZoneInForce } from '../../../texts/format.ts'
import { formatList, formatWritten, weekdayName } from '../../../texts/lists.ts'
import { formatBytes, formatCount } from '../../../texts/locale.ts'

/** A rule in words: "If From contains shop: move to Newsletters and stop". */
export function sentenceOf(
  { match, conditions, actions }: Rule,
  texts: FilterTexts,
  folderName: (path: string) => string,
): string {
  const done = formatList(actions.map((action) => actionPhrase(action, texts, folderName)))
  if (match === 'every') return texts.everyMessage({ actions: done })
  const phrases = conditions.map((condition) => conditionPhrase(condition, texts))
  const joined = formatList(phrases, match === 'any' ? 'disjunction' : 'conjunction')
  return texts.sentence({ conditions: joined, actions: done })
}

function conditionPhrase(condition: Condition, texts: FilterTexts): string {
  const isHeader = condition.kind === 'text' && condition.field.kind === 'header'
  const phrase = texts.phrase({
    field: isHeader ? condition.field.name : texts.fields[fieldNameOf(condition)],
    comparison: texts.comparisons[comparisonOf(condition)],
    value: valueOf(condition),
  })
  // Some comparisons say all there is.
  return phrase.replace(/ {2,}/g, ' ').trim()
}

function valueOf(condition: Condition): string {
  switch (condition.kind) {
    case 'text':
      return formatWritten(condition.values, 'disjunction')
    case 'size':
      return formatBytes(condition.bytes)
    case 'date':
      return dayText(condition.day)
    case 'weekday':
      return formatList(condition.days.map(weekdayName), 'disjunction')
    case 'spam':
      return `${formatCount(condition.value)}${condition.scale === 'percent' ? ' %' : ''}`
    case 'attachment':
    case 'contact':
      return ''
  }
}

/** A day (`YYYY-MM-DD`) as dates are told to this user; another text as it is. */
function dayText(day: string): string {
  const noon = momentOf(`${day}T12:00`, timeZoneInForce())
  return Number.isNaN(noon) ? day : formatDay(noon)
}

function actionPhrase(
  action: RuleAction,
  { done }: FilterTexts,
  folderName: (path: string) => string,
): string {
  switch (action.kind) {
    case 'move':
    case 'copy':
      return done[action.kind]({ what: folderName(action.mailbox) })
    case 'tag':
      return done.tag({ what: action.keyword })
    case 'forward':
      return done.forward({ what: action.address })
    case 'markRead':
    case 'flag':
    case 'answer':
    case 'delete':
    case 'keep':
    case 'reject':
    case 'stop':
      return done[action.kind]
  }
}
