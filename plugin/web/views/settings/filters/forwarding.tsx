import { useSignal } from '@preact/signals'
import { useApp } from '../../../app/app-context.ts'
import type { FilterEntry } from '../../../state/filters/rules.ts'
import { missingFor, type Extensions } from '../../../state/filters/offered.ts'
import {
  findForwarding,
  forwardingOf,
  withForwarding,
} from '../../../state/filters/special-rules.ts'
import { formatList } from '../../../texts/lists.ts'
import { useUnsaved } from '../../dialog/unsaved-question.tsx'
import { useSettings } from '../context.ts'
import { Switch, TextSetting } from '../controls.tsx'
import { SubmitButton } from '../editable.tsx'
import { FilterPage } from './filter-page.tsx'
import { Unsupported } from './unsupported.tsx'
import { useFilters } from './use-filters.ts'

/** Passes all mail on to another address. */
export function ForwardingPage() {
  const { laterText } = useApp()
  const { entries, forwardTo, extensions, filters, save } = useFilters()
  const texts = laterText.filters
  const note = forwardTo?.length === 0 ? texts.forwardingNever : texts.forwardingNote
  return (
    <FilterPage note={note} problem={filters.problem.value} {...{ entries }}>
      {(all) => (
        <ForwardingForm
          key={filters.filters.value?.etag}
          entries={all}
          {...{ forwardTo, extensions }}
          onSave={save}
        />
      )}
    </FilterPage>
  )
}

interface ForwardingFormProps {
  readonly entries: readonly FilterEntry[]
  /** null: anywhere. */
  readonly forwardTo: readonly string[] | null
  readonly extensions: Extensions
  readonly onSave: (entries: readonly FilterEntry[]) => Promise<boolean>
}

function ForwardingForm({ entries, forwardTo, extensions, onSave }: ForwardingFormProps) {
  const { text, laterText } = useApp()
  const { filters } = useSettings()
  const texts = laterText.filters
  const before = forwardingOf(findForwarding(entries))
  const edited = useSignal(before)
  const { isOn, address, isCopyKept } = edited.value
  useUnsaved(JSON.stringify(edited.value) !== JSON.stringify(before))
  const isNever = forwardTo?.length === 0
  // What was set up before it was forbidden can be turned off.
  if (isNever && !before.isOn) return null

  return (
    <form
      class="identity-form"
      onSubmit={(event) => {
        event.preventDefault()
        void onSave(withForwarding(entries, edited.peek(), laterText.settings.forwarding))
      }}
    >
      <Switch
        label={texts.forwardingOn}
        isOn={isOn}
        onSwitch={(isNowOn) => (edited.value = { ...edited.peek(), isOn: isNowOn })}
      />
      <TextSetting
        isRequired
        type="email"
        label={texts.address}
        {...(forwardTo === null || isNever
          ? {}
          : { note: texts.forwardingLimited({ domains: formatList(forwardTo) }) })}
        value={address}
        onEdit={(typed) => (edited.value = { ...edited.peek(), address: typed })}
      />
      <Switch
        label={texts.keepCopy}
        isOn={isCopyKept}
        onSwitch={(isKept) => (edited.value = { ...edited.peek(), isCopyKept: isKept })}
      />
      <Unsupported missing={missingFor({ kind: 'forward', address, isCopyKept }, extensions)} />
      {isOn && !isCopyKept ? (
        <p class="field-problem" role="status">
          {texts.forwardingLeaves}
        </p>
      ) : null}
      <div class="dialog-acts">
        <SubmitButton isBusy={filters.isBusy.value}>{text.save}</SubmitButton>
      </div>
    </form>
  )
}
