import { useApp } from '../../../app/app-context.ts'
import {
  compared,
  comparisonOf,
  fieldNameOf,
  type Condition,
} from '../../../state/filters/rules.ts'
import {
  missingFor,
  offeredComparisons,
  offeredConditionOn,
  offeredFields,
  type Extensions,
} from '../../../state/filters/offered.ts'
import { weekdayName } from '../../../texts/lists.ts'
import { IconButton } from '../../icon/icon-button.tsx'
import { useSettings } from '../context.ts'
import { Choice, Switch, TextSetting } from '../controls.tsx'
import { today } from '../../../state/filters/days.ts'
import { NumberSetting } from './number-setting.tsx'
import { Unsupported } from './unsupported.tsx'

interface ConditionFieldProps {
  readonly number: number
  readonly condition: Condition
  /** What the mail server has of the language. */
  readonly extensions: Extensions
  readonly onChange: (condition: Condition) => void
  /** undefined: a filter has one at least. */
  readonly onRemove: (() => void) | undefined
}

/** What a filter looks at, how, and for what. */
export function ConditionField(props: ConditionFieldProps) {
  const { number, condition, extensions, onChange, onRemove } = props
  const { laterText } = useApp()
  const texts = laterText.filters

  return (
    <fieldset class="filter-part" aria-label={texts.condition({ number })}>
      <Choice
        label={texts.field}
        value={fieldNameOf(condition)}
        options={offeredFields(condition, extensions).map((name) => [name, texts.fields[name]])}
        onChoose={(name) =>
          onChange(offeredConditionOn(name, { today: today(), before: condition, extensions }))
        }
      />
      {condition.kind === 'text' && condition.field.kind === 'header' ? (
        <TextSetting
          isRequired
          label={texts.headerName}
          value={condition.field.name}
          onEdit={(name) => onChange({ ...condition, field: { kind: 'header', name } })}
        />
      ) : null}
      <Choice
        label={texts.comparison}
        value={comparisonOf(condition)}
        options={offeredComparisons(condition, extensions).map((name) => [
          name,
          texts.comparisons[name],
        ])}
        onChoose={(name) => onChange(compared(condition, name))}
      />
      <ValueField condition={condition} onChange={onChange} />
      <Unsupported missing={missingFor(condition, extensions)} />
      {onRemove === undefined ? null : (
        <IconButton icon="close" label={texts.removeCondition({ number })} onClick={onRemove} />
      )}
    </fieldset>
  )
}

/** Of the contacts the mail server has a copy. */
export function ContactsNote() {
  const { laterText } = useApp()
  const { filters } = useSettings()
  const { contactsNote, contactsBound } = laterText.filters
  const { used = 0, total = 0 } = filters.filters.value?.contacts ?? {}
  return (
    <p class="dialog-text">
      {used < total ? `${contactsNote} ${contactsBound({ used, total })}` : contactsNote}
    </p>
  )
}

function ValueField({ condition, onChange }: Pick<ConditionFieldProps, 'condition' | 'onChange'>) {
  const { laterText } = useApp()
  const texts = laterText.filters
  switch (condition.kind) {
    case 'text':
      return (
        <TextSetting
          label={texts.values}
          note={texts.valuesNote}
          lines={Math.min(8, Math.max(2, condition.values.length))}
          value={condition.values.join('\n')}
          onEdit={(typed) => onChange({ ...condition, values: typed.split('\n') })}
        />
      )
    case 'size':
      return (
        <NumberSetting
          label={texts.kilobytes}
          most={1_000_000}
          value={Math.round(condition.bytes / 1_000)}
          onEdit={(kilobytes) => onChange({ ...condition, bytes: kilobytes * 1_000 })}
        />
      )
    case 'date':
      return (
        <label class="field setting">
          {texts.day}
          <input
            type="date"
            required
            value={condition.day}
            onInput={({ currentTarget }) => onChange({ ...condition, day: currentTarget.value })}
          />
        </label>
      )
    case 'weekday':
      return (
        <fieldset class="setting-group filter-days">
          <legend>{texts.days}</legend>
          {WEEK.map((day) => (
            <Switch
              key={day}
              label={weekdayName(day)}
              isOn={condition.days.includes(day)}
              onSwitch={(isOn) =>
                onChange({ ...condition, days: toggled(condition.days, day, isOn) })
              }
            />
          ))}
        </fieldset>
      )
    case 'spam':
      return (
        <NumberSetting
          label={texts.score}
          most={condition.scale === 'score' ? 10 : 100}
          value={condition.value}
          onEdit={(value) => onChange({ ...condition, value })}
        />
      )
    case 'contact':
      return <ContactsNote />
    case 'attachment':
      return null
  }
}

/** From Monday on (ISO 8601). */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const

/** One day at least stays. */
function toggled(days: readonly number[], day: number, isOn: boolean): readonly number[] {
  if (isOn) return [...days, day]
  return days.length === 1 ? days : days.filter((one) => one !== day)
}
