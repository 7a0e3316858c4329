import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../../app/app-context.ts'
import { folderName } from '../../../state/folder/names.ts'
import { actionOf, conditionOn, type FilterEntry, type Rule } from '../../../state/filters/rules.ts'
import { IconButton } from '../../icon/icon-button.tsx'
import { FailureNote } from '../../notice/failure.tsx'
import { useSettings } from '../context.ts'
import { EditableRow } from '../editable.tsx'
import { today } from '../../../state/filters/days.ts'
import { RuleForm } from './rule-form.tsx'
import { ScriptForm } from './script-form.tsx'
import { sentenceOf } from './sentence.ts'

/** What is open instead of the list. */
type Edited =
  | { readonly kind: 'rule'; readonly index: number | undefined; readonly rule: Rule }
  | { readonly kind: 'script' }

/** The filters in the order in which they run. */
export function FilterList() {
  const { laterText } = useApp()
  const { filters } = useSettings()
  const edited = useSignal<Edited | undefined>(undefined)
  const texts = laterText.filters
  useEffect(() => {
    void filters.load()
    const rule = filters.newRule.peek()
    if (rule !== undefined) edited.value = { kind: 'rule', index: undefined, rule }
    filters.newRule.value = undefined
  }, [])
  const { value: stored } = filters.filters
  const { value: open } = edited
  const close = () => (edited.value = undefined)

  return (
    <>
      <FailureNote failure={filters.problem.value} />
      {stored === undefined ? null : open?.kind === 'script' ? (
        <ScriptForm text={stored.text} onEnd={close} />
      ) : open?.kind === 'rule' ? (
        <RuleForm {...open} onEnd={close} />
      ) : (
        <>
          <p class="dialog-text">{texts.note}</p>
          {stored.isActive || stored.text === '' ? null : <p role="status">{texts.inactive}</p>}
          <Entries onEdit={(index, rule) => (edited.value = { kind: 'rule', index, rule })} />
          <div class="dialog-acts">
            <button
              type="button"
              class="button"
              onClick={() => (edited.value = { kind: 'script' })}
            >
              {texts.editText}
            </button>
            {stored.entries === null ? null : (
              <button
                type="button"
                class="button primary"
                onClick={() => (edited.value = { kind: 'rule', index: undefined, rule: newRule() })}
              >
                {texts.add}
              </button>
            )}
          </div>
        </>
      )}
    </>
  )
}

function newRule(): Rule {
  return {
    name: '',
    isEnabled: true,
    match: 'all',
    conditions: [conditionOn('from', today())],
    actions: [actionOf('move', '')],
  }
}

function Entries({ onEdit }: { readonly onEdit: (index: number, rule: Rule) => void }) {
  const { laterText } = useApp()
  const { filters } = useSettings()
  const dragged = useSignal<number | undefined>(undefined)
  const texts = laterText.filters
  const entries = filters.filters.value?.entries
  if (entries === null) return <p role="status">{texts.notRead}</p>
  if (entries === undefined || entries.length === 0) {
    return <p class="dialog-text">{texts.none}</p>
  }
  const save = (next: readonly FilterEntry[]) => void filters.saveEntries(next)

  return (
    <ol class="identities filters">
      {entries.map((entry, index) => (
        <Entry
          key={entry.place}
          {...{ entry, index }}
          isLast={index === entries.length - 1}
          onEdit={onEdit}
          onSwitch={(rule) => save(entries.with(index, { ...entry, kind: 'rule', rule }))}
          onMove={(to) => save(moved(entries, index, to))}
          onRemove={() => save(entries.toSpliced(index, 1))}
          onDrag={() => (dragged.value = index)}
          onDrop={() => {
            const from = dragged.peek()
            dragged.value = undefined
            if (from !== undefined && from !== index) save(moved(entries, from, index))
          }}
        />
      ))}
    </ol>
  )
}

function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from]
  return item === undefined ? items : items.toSpliced(from, 1).toSpliced(to, 0, item)
}

interface EntryProps {
  readonly entry: FilterEntry
  readonly index: number
  readonly isLast: boolean
  readonly onEdit: (index: number, rule: Rule) => void
  readonly onSwitch: (rule: Rule) => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
  readonly onDrag: () => void
  readonly onDrop: () => void
}

function Entry(props: EntryProps) {
  const { entry, index, isLast, onEdit, onSwitch, onMove, onRemove } = props
  const { text, laterText, mailboxes } = useApp()
  const { filters } = useSettings()
  const texts = laterText.filters
  const rule = entry.kind === 'rule' ? entry.rule : undefined
  const name =
    entry.kind === 'block' ? texts.byHand : entry.rule.name || texts.unnamed({ number: index + 1 })
  const nameOf = (path: string) => {
    const mailbox = mailboxes.find(path)
    return mailbox === undefined ? path : folderName(mailbox, text)
  }

  return (
    <EditableRow
      isBusy={filters.isBusy.value}
      {...(rule === undefined
        ? {}
        : { edit: { label: texts.edit({ name }), run: () => onEdit(index, rule) } })}
      remove={{
        label: texts.remove({ name }),
        needsConfirmation: laterText.contacts.removeAsk({ name }),
        run: onRemove,
      }}
    >
      {rule === undefined ? null : (
        <input
          type="checkbox"
          aria-label={texts.use({ name })}
          checked={rule.isEnabled}
          onChange={({ currentTarget }) => onSwitch({ ...rule, isEnabled: currentTarget.checked })}
        />
      )}
      <span
        class="session-name filter"
        draggable
        onDragStart={props.onDrag}
        onDragOver={(event) => event.preventDefault()}
        onDrop={props.onDrop}
      >
        <strong dir="auto">{name}</strong>
        <small dir="auto">
          {rule === undefined
            ? entry.kind === 'block' && entry.text.trim()
            : sentenceOf(rule, texts, nameOf)}
        </small>
        {entry.managedBy === undefined ? null : (
          <small class="field-problem">
            {texts.managed({ program: PROGRAMS[entry.managedBy] })}
          </small>
        )}
      </span>
      <IconButton
        icon="ascending"
        label={texts.moveUp({ name })}
        isDisabled={index === 0 || filters.isBusy.value}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        icon="descending"
        label={texts.moveDown({ name })}
        isDisabled={isLast || filters.isBusy.value}
        onClick={() => onMove(index + 1)}
      />
    </EditableRow>
  )
}

const PROGRAMS = { snappymail: 'SnappyMail', nextcloud: 'Nextcloud Mail', ingo: 'Ingo' } as const
