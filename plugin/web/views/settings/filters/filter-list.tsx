import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../../app/app-context.ts'
import { saveTextFile } from '../../../browser/saved-text.ts'
import { readScriptFile } from '../../../state/filters/script-file.ts'
import { removeFilter } from '../../../state/filters/remove-filter.ts'
import { missingForRule } from '../../../state/filters/offered.ts'
import { folderName } from '../../../state/folder/names.ts'
import { actionOf, conditionOn, type FilterEntry, type Rule } from '../../../state/filters/rules.ts'
import { IconButton } from '../../icon/icon-button.tsx'
import { FailureNote } from '../../notice/failure.tsx'
import { useSettings } from '../context.ts'
import { Switch } from '../controls.tsx'
import { EditableRow } from '../editable.tsx'
import { today } from '../../../state/filters/days.ts'
import { RuleForm } from './rule-form.tsx'
import { ScriptForm } from './script-form.tsx'
import { sentenceOf } from './sentence.ts'
import { Unsupported } from './unsupported.tsx'

/** What is open instead of the list. */
type Edited =
  | { readonly kind: 'rule'; readonly index: number | undefined; readonly rule: Rule }
  | { readonly kind: 'script'; readonly imported?: string }

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
        <ScriptForm {...open} text={stored.text} onEnd={close} />
      ) : open?.kind === 'rule' ? (
        <RuleForm {...open} onEnd={close} />
      ) : (
        <>
          <p class="dialog-text">{texts.note}</p>
          {stored.isActive || stored.text === '' ? null : <p role="status">{texts.inactive}</p>}
          <Entries onEdit={(index, rule) => (edited.value = { kind: 'rule', index, rule })} />
          <SuggestionSwitch />
          <div class="dialog-acts">
            <ImportButton onRead={(imported) => (edited.value = { kind: 'script', imported })} />
            {stored.text === '' ? null : (
              <button
                type="button"
                class="button"
                onClick={() => saveTextFile(document, 'filters.sieve', stored.text)}
              >
                {texts.exportFile}
              </button>
            )}
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

/** Whether a filter is suggested after messages were moved by hand. */
function SuggestionSwitch() {
  const { laterText, settings } = useApp()
  const { edits } = useSettings()
  return (
    <Switch
      label={laterText.filters.suggest}
      isOn={settings.preferences.value.filterOffers !== null}
      onSwitch={(isOn) => void edits.prefer('filterOffers', isOn ? [] : null)}
    />
  )
}

/** Chooses a script; it is shown before it replaces anything. */
function ImportButton({ onRead }: { readonly onRead: (text: string) => void }) {
  const { laterText, notices } = useApp()
  const picker = useRef<HTMLInputElement>(null)
  const take = async (file: Blob) => {
    const text = await readScriptFile(file)
    if (text === undefined) notices.fail(laterText.filters.fileNotRead)
    else onRead(text)
  }
  return (
    <>
      <button type="button" class="button" onClick={() => picker.current?.click()}>
        {laterText.contacts.importFile}
      </button>
      <input
        ref={picker}
        type="file"
        accept=".sieve,.siv,.txt,application/sieve,text/plain"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file !== undefined) void take(file)
        }}
      />
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
  const { text, laterText, notices } = useApp()
  const { filters } = useSettings()
  const dragged = useSignal<number | undefined>(undefined)
  const list = useRef<HTMLOListElement>(null)
  const arrived = useSignal<Arrived | undefined>(undefined)
  useEffect(() => focusMoved(list.current, arrived.peek()), [arrived.value])
  const texts = laterText.filters
  const entries = filters.filters.value?.entries
  if (entries === null) return <p role="status">{texts.notRead}</p>
  if (entries === undefined || entries.length === 0) {
    return <p class="dialog-text">{texts.none}</p>
  }
  const save = (next: readonly FilterEntry[]) => filters.saveEntries(next)
  const move = async (from: number, to: number, name: string) => {
    if (from === to || !(await save(moved(entries, from, to)))) return
    notices.announce(texts.movedTo({ name, place: to + 1, count: entries.length }))
    arrived.value = { index: to, isUp: to < from }
  }
  const nameOf = (entry: FilterEntry, index: number) =>
    entry.kind === 'block' ? texts.byHand : entry.rule.name || texts.unnamed({ number: index + 1 })

  return (
    <ol class="identities filters" ref={list}>
      {entries.map((entry, index) => (
        <Entry
          key={entry.place}
          {...{ entry, index }}
          name={nameOf(entry, index)}
          isLast={index === entries.length - 1}
          onEdit={onEdit}
          onSwitch={(rule) => void save(entries.with(index, { ...entry, kind: 'rule', rule }))}
          onMove={(to) => void move(index, to, nameOf(entry, index))}
          onRemove={() => {
            const removed = laterText.contacts.removed({ name: nameOf(entry, index) })
            void removeFilter(index, { filters, notices, removed, undo: text.undo })
          }}
          onDrag={() => (dragged.value = index)}
          onDrop={() => {
            const from = dragged.peek()
            dragged.value = undefined
            const source = from === undefined ? undefined : entries[from]
            if (from !== undefined && source !== undefined)
              void move(from, index, nameOf(source, from))
          }}
        />
      ))}
    </ol>
  )
}

/** Where a filter was moved to, and which way. */
interface Arrived {
  readonly index: number
  readonly isUp: boolean
}

/** Who moves a filter by key goes on with the same one, at its new place. */
function focusMoved(list: HTMLElement | null, arrived: Arrived | undefined): void {
  if (arrived === undefined) return
  const order = arrived.isUp ? ['.move-up', '.move-down'] : ['.move-down', '.move-up']
  const row = list?.children[arrived.index]
  const buttons = order.map((one) => row?.querySelector<HTMLElement>(`${one}:not(:disabled)`))
  buttons.find((button) => button !== null)?.focus()
}

function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from]
  return item === undefined ? items : items.toSpliced(from, 1).toSpliced(to, 0, item)
}

interface EntryProps {
  readonly entry: FilterEntry
  readonly index: number
  readonly name: string
  readonly isLast: boolean
  readonly onEdit: (index: number, rule: Rule) => void
  readonly onSwitch: (rule: Rule) => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
  readonly onDrag: () => void
  readonly onDrop: () => void
}

function Entry(props: EntryProps) {
  const { entry, index, name, isLast, onEdit, onSwitch, onMove, onRemove } = props
  const { text, laterText, mailboxes } = useApp()
  const { filters } = useSettings()
  const texts = laterText.filters
  const rule = entry.kind === 'rule' ? entry.rule : undefined
  const folderOf = (path: string) => {
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
            : sentenceOf(rule, texts, folderOf)}
        </small>
        {rule === undefined ? null : (
          <Unsupported missing={missingForRule(rule, filters.filters.value?.extensions ?? [])} />
        )}
        {entry.managedBy === undefined ? null : (
          <small class="field-problem">
            {texts.managed({ program: PROGRAMS[entry.managedBy] })}
          </small>
        )}
      </span>
      <IconButton
        class="move-up"
        icon="ascending"
        label={texts.moveUp({ name })}
        isDisabled={index === 0 || filters.isBusy.value}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        class="move-down"
        icon="descending"
        label={texts.moveDown({ name })}
        isDisabled={isLast || filters.isBusy.value}
        onClick={() => onMove(index + 1)}
      />
    </EditableRow>
  )
}

const PROGRAMS = { snappymail: 'SnappyMail', nextcloud: 'Nextcloud Mail', ingo: 'Ingo' } as const
