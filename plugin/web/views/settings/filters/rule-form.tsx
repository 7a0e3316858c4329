import { useSignal } from '@preact/signals'
import { FIELD_LIMITS } from '../../../../settings/field-limits.ts'
import { useApp } from '../../../app/app-context.ts'
import { offeredAction } from '../../../state/filters/offered.ts'
import { conditionOn, type Rule } from '../../../state/filters/rules.ts'
import { useUnsaved } from '../../dialog/unsaved-question.tsx'
import { useSettings } from '../context.ts'
import { Choice, TextSetting } from '../controls.tsx'
import { FormActions } from '../editable.tsx'
import { ActionField } from './action-field.tsx'
import { ConditionField } from './condition-field.tsx'
import { TrialOfRule } from './rule-trial.tsx'
import { today } from '../../../state/filters/days.ts'

interface RuleFormProps {
  /** Where it stands; undefined for a new one, which comes last. */
  readonly index: number | undefined
  readonly rule: Rule
  readonly onEnd: () => void
}

const MATCHES = ['all', 'any', 'every'] as const

/** One filter being edited; what was typed stays until the server has it. */
export function RuleForm({ index, rule, onEnd }: RuleFormProps) {
  const { laterText } = useApp()
  const { filters } = useSettings()
  const texts = laterText.filters
  const edited = useSignal(rule)
  useUnsaved(edited.value !== rule)
  const change = (changes: Partial<Rule>) => (edited.value = { ...edited.peek(), ...changes })
  const { name, match, conditions, actions } = edited.value
  const extensions = filters.filters.value?.extensions ?? []

  return (
    <form
      class="identity-form filter-form"
      onSubmit={(event) => {
        event.preventDefault()
        const entries = filters.filters.peek()?.entries ?? []
        const before = index === undefined ? undefined : entries[index]
        const saved = { kind: 'rule', rule: withoutBlanks(edited.peek()) } as const
        const next =
          index === undefined || before === undefined
            ? [...entries, saved]
            : entries.with(index, { ...before, ...saved })
        void filters.saveEntries(next).then((isSaved) => {
          if (isSaved) onEnd()
        })
      }}
    >
      <TextSetting
        label={texts.name}
        maxLength={FIELD_LIMITS.name}
        value={name}
        onEdit={(typed) => change({ name: typed })}
      />
      <Choice
        label={texts.match}
        value={match}
        options={MATCHES.map((one) => [one, texts.matches[one]])}
        onChoose={(chosen) => {
          const first = conditions.length === 0 && chosen !== 'every'
          change({
            match: chosen,
            conditions: first ? [conditionOn('from', today())] : conditions,
          })
        }}
      />
      {match === 'every' ? null : (
        <fieldset class="setting-group">
          <legend>{texts.conditions}</legend>
          {conditions.map((condition, at) => (
            <ConditionField
              key={at}
              number={at + 1}
              {...{ condition, extensions }}
              onChange={(changed) => change({ conditions: conditions.with(at, changed) })}
              onRemove={
                conditions.length === 1
                  ? undefined
                  : () => change({ conditions: conditions.toSpliced(at, 1) })
              }
            />
          ))}
          <button
            type="button"
            class="button small"
            onClick={() => change({ conditions: [...conditions, conditionOn('subject', today())] })}
          >
            {texts.addCondition}
          </button>
        </fieldset>
      )}
      <fieldset class="setting-group">
        <legend>{texts.actions}</legend>
        {actions.map((action, at) => (
          <ActionField
            key={at}
            number={at + 1}
            {...{ action, extensions }}
            onChange={(changed) => change({ actions: actions.with(at, changed) })}
            onRemove={
              actions.length === 1 ? undefined : () => change({ actions: actions.toSpliced(at, 1) })
            }
          />
        ))}
        <button
          type="button"
          class="button small"
          onClick={() => change({ actions: [...actions, offeredAction(extensions)] })}
        >
          {texts.addAction}
        </button>
      </fieldset>
      <TrialOfRule rule={withoutBlanks(edited.value)} />
      <FormActions
        isBusy={filters.isBusy.value}
        onCancel={() => {
          filters.forgetProblem()
          onEnd()
        }}
      />
    </form>
  )
}

/** Blank lines of a list of values are none, and a filter for every message has no conditions. */
function withoutBlanks(rule: Rule): Rule {
  const conditions = rule.conditions.map((condition) => {
    if (condition.kind !== 'text') return condition
    const values = condition.values.map((value) => value.trim()).filter((value) => value !== '')
    return { ...condition, values: values.length === 0 ? [''] : values }
  })
  const name = rule.name.trim()
  return { ...rule, name, conditions: rule.match === 'every' ? [] : conditions }
}
