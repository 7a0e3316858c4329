import { useSignal } from '@preact/signals'
import { useApp } from '../../../app/app-context.ts'
import {
  findVacation,
  vacationOf,
  withVacation,
  type Vacation,
} from '../../../state/filters/vacation-rule.ts'
import { missingFor, type Extensions } from '../../../state/filters/offered.ts'
import { actionOf, type FilterEntry } from '../../../state/filters/rules.ts'
import { useUnsaved } from '../../dialog/unsaved-question.tsx'
import { Choice, Switch, TextSetting } from '../controls.tsx'
import { SubmitButton } from '../editable.tsx'
import { useSettings } from '../context.ts'
import { zoneOf } from '../../../state/filters/days.ts'
import { ContactsNote } from './condition-field.tsx'
import { FilterPage } from './filter-page.tsx'
import { NumberSetting } from './number-setting.tsx'
import { Unsupported } from './unsupported.tsx'
import { useFilters } from './use-filters.ts'

/** Pigeonhole answers the same sender once in 60 days at most (`sieve_vacation_max_period`). */
const MOST_DAYS = 60

/** Replies to who writes while the owner is away. */
export function VacationPage() {
  const { laterText } = useApp()
  const { entries, extensions, filters, save } = useFilters()
  return (
    <FilterPage
      note={laterText.filters.vacationNote}
      problem={filters.problem.value}
      {...{ entries }}
    >
      {(all) => (
        <VacationForm
          key={filters.filters.value?.etag}
          entries={all}
          extensions={extensions}
          onSave={save}
        />
      )}
    </FilterPage>
  )
}

interface VacationFormProps {
  readonly entries: readonly FilterEntry[]
  readonly extensions: Extensions
  readonly onSave: (entries: readonly FilterEntry[]) => Promise<boolean>
}

function VacationForm({ entries, extensions, onSave }: VacationFormProps) {
  const { env, text, laterText, settings } = useApp()
  const { filters } = useSettings()
  const texts = laterText.filters
  const before = vacationOf(findVacation(entries))
  const edited = useSignal(before)
  const { isOn, firstDay, lastDay, subject, text: reply, days, audience, domainText } = edited.value
  const change = (changes: Partial<Vacation>) => (edited.value = { ...edited.peek(), ...changes })
  useUnsaved(JSON.stringify(edited.value) !== JSON.stringify(before))
  const isOutOfOrder = lastDay !== '' && firstDay !== '' && lastDay < firstDay
  const domain = before.domain ?? env.ownAddress?.split('@').at(-1)
  const hasDates = ['date', 'relational'].every((name) => extensions.includes(name))
  const missing = missingFor(actionOf('answer', ''), extensions)
  const addresses = settings.settings.value?.senders.addresses ?? []

  // What was set up before the server lost it can be turned off.
  if (missing.length > 0 && !before.isOn) return <Unsupported missing={missing} />

  return (
    <form
      class="identity-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isOutOfOrder) return
        const context = { name: laterText.settings.vacation, addresses, zoneOf, hasDates }
        void onSave(withVacation(entries, { ...edited.peek(), domain }, context))
      }}
    >
      <Switch
        label={texts.vacationOn}
        isOn={isOn}
        onSwitch={(isNowOn) => change({ isOn: isNowOn })}
      />
      <div class="setting-line">
        {hasDates ? (
          <DayField
            label={texts.firstDay}
            day={firstDay}
            onEdit={(day) => change({ firstDay: day })}
          />
        ) : null}
        <DayField label={texts.lastDay} day={lastDay} onEdit={(day) => change({ lastDay: day })} />
      </div>
      {hasDates ? null : <p class="dialog-text">{texts.endsLater}</p>}
      {isOutOfOrder ? (
        <p class="field-problem" role="alert">
          {texts.daysOutOfOrder}
        </p>
      ) : null}
      <TextSetting
        label={texts.subject}
        value={subject}
        maxLength={500}
        onEdit={(typed) => change({ subject: typed })}
      />
      <TextSetting
        isRequired={isOn}
        label={texts.message}
        lines={8}
        value={reply}
        maxLength={10_000}
        onEdit={(typed) => change({ text: typed })}
      />
      <NumberSetting
        label={texts.replyOnce}
        most={MOST_DAYS}
        value={days}
        onEdit={(typed) => change({ days: typed })}
      />
      <Choice
        label={texts.replyTo}
        value={audience}
        options={[
          ['everyone', texts.everyone],
          ['contacts', texts.contactsOnly],
          ...(domain === undefined ? [] : [['domain', texts.ownDomain({ domain })] as const]),
        ]}
        onChoose={(chosen) => change({ audience: chosen })}
      />
      {audience === 'contacts' ? <ContactsNote /> : null}
      {domain === undefined || audience === 'domain' ? null : (
        <TextSetting
          label={texts.ownMessage({ domain })}
          note={texts.ownMessageNote}
          lines={4}
          value={domainText}
          maxLength={10_000}
          onEdit={(typed) => change({ domainText: typed })}
        />
      )}
      <div class="dialog-acts">
        <SubmitButton isBusy={filters.isBusy.value}>{text.save}</SubmitButton>
      </div>
    </form>
  )
}

interface DayFieldProps {
  readonly label: string
  readonly day: string
  readonly onEdit: (day: string) => void
}

function DayField({ label, day, onEdit }: DayFieldProps) {
  return (
    <label class="field setting">
      {label}
      <input type="date" value={day} onInput={({ currentTarget }) => onEdit(currentTarget.value)} />
    </label>
  )
}
