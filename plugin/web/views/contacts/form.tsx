import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type {
  NativeContact,
  NativeContactConflict,
  NativeContactEntry,
} from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { withShownName } from '../../state/contacts/shown-name.ts'
import { useContacts } from './context.ts'
import { LabelledItems } from './items.tsx'

interface ContactFormProps {
  readonly entry: NativeContactEntry | undefined
  readonly conflict: NativeContactConflict | undefined
}

const nothing: NativeContact = {
  ...{ name: '', prefix: '', given: '', middle: '', family: '', suffix: '', nickname: '' },
  ...{ organisation: '', department: '', title: '', birthday: '', note: '', photo: '', uid: '' },
  ...{ emails: [], phones: [], addresses: [], websites: [], groups: [] },
}

/** A contact being written; what was entered stays until it is saved or left. */
export function ContactForm({ entry, conflict }: ContactFormProps) {
  const { notices, text } = useApp()
  const { contacts, words } = useContacts()
  const before = entry?.contact ?? nothing
  const draft = useSignal<NativeContact>(before)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function save(run: (contact: NativeContact) => ReturnType<typeof contacts.save>) {
    const contact = withShownName(tidy(draft.value), before)
    if (contact.name === '') return
    const saved = await run(contact)
    if (saved === undefined) return
    notices.say(saved.isMerged ? words.merged(contact.name) : words.saved(contact.name))
  }

  return (
    <form
      ref={form}
      class="contact-details"
      aria-label={entry === undefined ? words.create : words.edit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Leaves the form, and not the contacts.
        event.preventDefault()
        contacts.close()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void save(contacts.save)
      }}
    >
      <Conflict conflict={conflict} onKeepMine={() => void save(saveMine)} />
      <div class="contact-pair">
        <TextField draft={draft} name="given" label={words.given} />
        <TextField draft={draft} name="family" label={words.family} />
      </div>
      <TextField draft={draft} name="name" label={words.name} />
      <div class="contact-pair">
        <TextField draft={draft} name="organisation" label={words.organisation} />
        <TextField draft={draft} name="title" label={words.title} />
      </div>
      <LabelledItems
        legend={words.emails}
        type="email"
        items={draft.value.emails.map(({ address, label }) => ({ value: address, label }))}
        nameOf={words.email}
        add={words.addEmail}
        onEdit={(items) => {
          const emails = items.map(({ value, label }) => ({ address: value, label }))
          draft.value = { ...draft.value, emails }
        }}
      />
      <LabelledItems
        legend={words.phones}
        type="tel"
        items={draft.value.phones.map(({ number, label }) => ({ value: number, label }))}
        nameOf={words.phone}
        add={words.addPhone}
        onEdit={(items) => {
          const phones = items.map(({ value, label }) => ({ number: value, label }))
          draft.value = { ...draft.value, phones }
        }}
      />
      <label class="field">
        {words.groups}
        <input
          type="text"
          autocomplete="off"
          placeholder={words.groupsNote}
          defaultValue={before.groups.join(', ')}
          onInput={(event) => {
            const names = event.currentTarget.value.split(',').map((name) => name.trim())
            const groups = [...new Set(names)].filter((name) => name !== '')
            draft.value = { ...draft.value, groups }
          }}
        />
      </label>
      <label class="field">
        {words.note}
        <textarea
          rows={3}
          dir="auto"
          value={draft.value.note}
          onInput={(event) => (draft.value = { ...draft.value, note: event.currentTarget.value })}
        />
      </label>
      <div class="dialog-acts">
        <button type="button" class="button" onClick={contacts.close}>
          {text.cancel}
        </button>
        <button type="submit" class="button primary" disabled={contacts.isBusy.value}>
          {text.save}
        </button>
      </div>
    </form>
  )

  /** Theirs, with mine where both said something else. */
  function saveMine(mine: NativeContact): ReturnType<typeof contacts.save> {
    const fields = new Set(conflict?.fields)
    const own = Object.fromEntries(Object.entries(mine).filter(([name]) => fields.has(name)))
    return contacts.saveMine({ ...(conflict?.merged ?? mine), ...own })
  }
}

interface ConflictProps {
  readonly conflict: NativeContactConflict | undefined
  readonly onKeepMine: () => void
}

function Conflict({ conflict, onKeepMine }: ConflictProps) {
  const { contacts, words } = useContacts()
  if (conflict === undefined) return null
  const isGone = conflict.theirs === null

  return (
    <div class="composer-problem is-question" role="alert">
      <span>
        {isGone ? words.conflictRemoved : words.conflict}
        {isGone ? '' : ` ${words.conflictFields(conflict.fields.join(', '))}`}
      </span>
      <button type="button" class="button small" onClick={onKeepMine}>
        {isGone ? words.saveNew : words.keepMine}
      </button>
      {isGone ? null : (
        <button type="button" class="button small" onClick={contacts.takeTheirs}>
          {words.takeTheirs}
        </button>
      )}
    </div>
  )
}

interface TextFieldProps {
  readonly draft: Signal<NativeContact>
  readonly name: 'given' | 'family' | 'name' | 'organisation' | 'title'
  readonly label: string
}

function TextField({ draft, name, label }: TextFieldProps) {
  return (
    <label class="field">
      {label}
      <input
        type="text"
        name={name}
        dir="auto"
        autocomplete="off"
        maxLength={250}
        value={draft.value[name]}
        onInput={(event) => (draft.value = { ...draft.value, [name]: event.currentTarget.value })}
      />
    </label>
  )
}

/** Without the blanks around what was typed, and without items that are empty. */
function tidy(contact: NativeContact): NativeContact {
  return {
    ...contact,
    name: contact.name.trim(),
    given: contact.given.trim(),
    family: contact.family.trim(),
    organisation: contact.organisation.trim(),
    title: contact.title.trim(),
    note: contact.note.trim(),
    emails: contact.emails
      .map(({ address, label }) => ({ address: address.trim(), label }))
      .filter(({ address }) => address !== ''),
    phones: contact.phones
      .map(({ number, label }) => ({ number: number.trim(), label }))
      .filter(({ number }) => number !== ''),
  }
}
