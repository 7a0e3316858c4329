import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { CONTACT_LIMITS } from '../../../../contacts/contact-limits.ts'
import type {
  NativeContact,
  NativeContactConflict,
  NativeContactEntry,
} from '../../../../wire/native/types.ts'
import { useApp } from '../../../app/app-context.ts'
import { groupNames } from '../../../state/contacts/group-names.ts'
import { withShownName } from '../../../state/contacts/shown-name.ts'
import { tidyContact } from '../../../state/contacts/tidy-contact.ts'
import { onEscape } from '../../dialog/on-escape.ts'
import { UnsavedQuestion, useUnsaved } from '../../dialog/unsaved-question.tsx'
import { Conflict } from './conflict.tsx'
import { useContacts } from '../context.ts'
import { LabelledItems } from './items.tsx'
import { ContactPicture } from '../picture.tsx'
import { PostalAddresses } from './postal.tsx'

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
  const { contacts, texts } = useContacts()
  const before = entry?.contact ?? nothing
  const draft = useSignal<NativeContact>(before)
  const edit = (change: Partial<NativeContact>) => {
    draft.value = { ...draft.value, ...change }
  }
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => form.current?.querySelector<HTMLElement>('input[name=given]')?.focus(), [])
  useUnsaved(draft.value !== before)

  async function save(run: (contact: NativeContact) => ReturnType<typeof contacts.save>) {
    const contact = withShownName(tidyContact(draft.value), before)
    if (contact.name === '') return
    const saved = await run(contact)
    if (saved === undefined) return
    notices.say(
      saved.isMerged ? texts.merged({ name: contact.name }) : texts.saved({ name: contact.name }),
    )
  }

  return (
    <form
      ref={form}
      class="contact-details"
      aria-label={entry === undefined ? texts.create : texts.edit}
      onKeyDown={onEscape(contacts.close)}
      onSubmit={(event) => {
        event.preventDefault()
        void save(contacts.save)
      }}
    >
      <UnsavedQuestion />
      <Conflict conflict={conflict} onKeepMine={() => void save(saveMine)} />
      <ContactPicture
        name={draft.value.name}
        photo={draft.value.photo}
        onEdit={(photo) => edit({ photo })}
      />
      <div class="contact-pair">
        <TextField draft={draft} name="given" label={texts.given} />
        <TextField draft={draft} name="family" label={texts.family} />
      </div>
      <div class="contact-pair">
        <TextField draft={draft} name="name" label={texts.name} />
        <TextField draft={draft} name="nickname" label={texts.nickname} />
      </div>
      <div class="contact-pair">
        <TextField draft={draft} name="organisation" label={texts.organisation} />
        <TextField draft={draft} name="title" label={texts.title} />
      </div>
      <LabelledItems
        legend={texts.emails}
        type="email"
        items={draft.value.emails.map(({ address, label }) => ({ value: address, label }))}
        nameOf={texts.email}
        add={texts.addEmail}
        onEdit={(items) => {
          edit({ emails: items.map(({ value, label }) => ({ address: value, label })) })
        }}
      />
      <LabelledItems
        legend={texts.phones}
        type="tel"
        items={draft.value.phones.map(({ number, label }) => ({ value: number, label }))}
        nameOf={texts.phone}
        add={texts.addPhone}
        onEdit={(items) => {
          edit({ phones: items.map(({ value, label }) => ({ number: value, label })) })
        }}
      />
      <LabelledItems
        legend={texts.websites}
        type="url"
        items={draft.value.websites.map(({ url, label }) => ({ value: url, label }))}
        nameOf={texts.websiteNumber}
        add={texts.addWebsite}
        onEdit={(items) => {
          edit({ websites: items.map(({ value, label }) => ({ url: value, label })) })
        }}
      />
      <PostalAddresses
        addresses={draft.value.addresses}
        onEdit={(addresses) => edit({ addresses })}
      />
      <Birthday
        before={before.birthday}
        value={draft.value.birthday}
        onEdit={(birthday) => edit({ birthday })}
      />
      <label class="field">
        {texts.groups}
        <input
          type="text"
          autocomplete="off"
          placeholder={texts.groupsNote}
          defaultValue={before.groups.join(', ')}
          onInput={(event) => {
            const there = (contacts.loaded.peek()?.groups ?? []).map(({ name }) => name)
            const known = [...before.groups, ...there]
            edit({ groups: groupNames(event.currentTarget.value, known) })
          }}
        />
      </label>
      <label class="field">
        {texts.note}
        <textarea
          rows={3}
          dir="auto"
          maxLength={CONTACT_LIMITS.noteChars}
          value={draft.value.note}
          onInput={(event) => edit({ note: event.currentTarget.value })}
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

interface TextFieldProps {
  readonly draft: Signal<NativeContact>
  readonly name: 'given' | 'family' | 'name' | 'nickname' | 'organisation' | 'title'
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
        maxLength={CONTACT_LIMITS.lineChars}
        value={draft.value[name]}
        onInput={(event) => (draft.value = { ...draft.value, [name]: event.currentTarget.value })}
      />
    </label>
  )
}

interface BirthdayProps {
  readonly before: string
  readonly value: string
  readonly onEdit: (birthday: string) => void
}

/** A birthday without its year (RFC 6350 4.3.1) is no date for a browser: it is written as text. */
function Birthday({ before, value, onEdit }: BirthdayProps) {
  const { texts } = useContacts()
  const onInput = (event: { readonly currentTarget: HTMLInputElement }) =>
    onEdit(event.currentTarget.value)

  return (
    <label class="field">
      {texts.birthday}
      {before.startsWith('--') ? (
        <input type="text" autocomplete="off" value={value} onInput={onInput} />
      ) : (
        <input type="date" autocomplete="off" value={value} onInput={onInput} />
      )}
    </label>
  )
}
