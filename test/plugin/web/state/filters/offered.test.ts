import test from 'ava'
import {
  missingFor,
  missingForRule,
  offeredAction,
  offeredActions,
  offeredComparisons,
  offeredConditionOn,
  offeredFields,
} from '../../../../../plugin/web/state/filters/offered.ts'
import {
  ACTION_KINDS,
  actionOf,
  conditionOn,
  FIELD_NAMES,
  type Rule,
} from '../../../../../plugin/web/state/filters/rules.ts'

const ALL = [
  ...['fileinto', 'copy', 'imap4flags', 'vacation', 'reject', 'body', 'mime', 'date', 'relational'],
  ...['spamtest', 'comparator-i;ascii-numeric'],
]
const without = (...names: readonly string[]) => ALL.filter((name) => !names.includes(name))
const from = conditionOn('from', '2026-11-28')
const spam = conditionOn('spam', '2026-11-28')

test('a server that has all of it is offered every field and every action', (t) => {
  t.deepEqual(offeredFields(from, ALL), FIELD_NAMES)
  t.deepEqual(offeredActions(actionOf('move', ''), ALL), ACTION_KINDS)
})

test('what the server lacks is not offered', (t) => {
  const few = without('spamtest', 'date', 'body', 'reject', 'copy')

  const fields = offeredFields(from, few)
  const actions = offeredActions(actionOf('move', ''), few)

  const lost = FIELD_NAMES.filter((name) => !fields.includes(name))
  t.deepEqual(lost, ['body', 'date', 'weekday', 'spam'])
  t.deepEqual(
    ACTION_KINDS.filter((kind) => !actions.includes(kind)),
    ['copy', 'forward', 'reject'],
  )
})

test('without relational a day can only be that day or another', (t) => {
  const few = without('relational')

  const day = offeredConditionOn('date', { today: '2026-11-28', before: from, extensions: few })

  t.like(day, { kind: 'date', comparison: 'is', isNot: false })
  t.deepEqual(offeredComparisons(day, few), ['is', 'notIs'])
})

test('what a stored rule has stays in the form, with what the server lacks for it', (t) => {
  const few = without('spamtest', 'reject')
  const reject = actionOf('reject', '')
  const rule: Rule = {
    name: '',
    isEnabled: true,
    match: 'all',
    conditions: [spam, spam],
    actions: [reject],
  }

  t.true(offeredFields(spam, few).includes('spam'))
  t.true(offeredActions(reject, few).includes('reject'))
  t.deepEqual(missingFor(spam, few), ['spamtest'])
  t.deepEqual(missingForRule(rule, few), ['spamtest', 'reject'])
  t.deepEqual(missingForRule({ ...rule, match: 'every' }, few), ['reject'])
})

test('an attachment is found with what the server has: fields of parts, else the text of the message', (t) => {
  const found = (extensions: readonly string[]) =>
    offeredConditionOn('attachment', { today: '2026-11-28', before: from, extensions })

  t.deepEqual(found(ALL), { kind: 'attachment', isNot: false, by: 'mime' })
  t.deepEqual(found(without('mime')), { kind: 'attachment', isNot: false, by: 'body' })
  t.true(offeredFields(from, without('mime')).includes('attachment'))
  t.false(offeredFields(from, without('mime', 'body')).includes('attachment'))
})

test('a further action begins as one that the server can do', (t) => {
  t.deepEqual(offeredAction(ALL), { kind: 'markRead' })
  t.deepEqual(offeredAction(without('imap4flags')), { kind: 'keep' })
})
