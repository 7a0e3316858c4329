import { useSignal } from '@preact/signals'
import { useApp } from '../../app/app-context.ts'
import { formatAddresses } from '../../texts/address-text.ts'
import { MAX_CHOSEN } from '../../state/contacts/contact-choice.ts'
import { RemovalQuestion, useConfirmation } from '../dialog/removal-question.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { useContacts } from './context.ts'

/** What can be done with the contacts that are chosen; stands where one is made otherwise. */
export function ChosenContacts() {
  const { notices } = useApp()
  const { contacts, texts } = useContacts()
  const { choice } = contacts
  const rows = [...choice.rows.value.values()]
  const total = contacts.total.value
  const isReadOnly = contacts.loaded.value?.isReadOnly === true

  async function makeOne(): Promise<void> {
    const entry = await contacts.merge(rows)
    if (entry === undefined) return
    choice.chooseNone()
    notices.say(texts.madeOne({ name: entry.contact.name }))
  }

  return (
    <section class="contacts-chosen" aria-label={texts.chosen({ count: rows.length })}>
      <div class="contact-tools">
        <strong role="status">{texts.chosen({ count: rows.length })}</strong>
        {rows.length < Math.min(MAX_CHOSEN, total) ? (
          <button type="button" class="button small quiet" onClick={() => void choice.chooseAll()}>
            {total > MAX_CHOSEN
              ? texts.chooseFirst({ count: MAX_CHOSEN })
              : texts.chooseAll({ count: total })}
          </button>
        ) : null}
        <IconButton icon="close" label={texts.chooseNone} onClick={choice.chooseNone} />
      </div>
      {isReadOnly ? null : <GroupChosen />}
      <div class="contact-files">
        <WriteToChosen />
        {isReadOnly || rows.length < 2 || rows.length > MAX_MERGED ? null : (
          <button
            type="button"
            class="button small quiet"
            disabled={contacts.isBusy.value}
            onClick={() => void makeOne()}
          >
            {texts.makeOne({ count: rows.length })}
          </button>
        )}
        {isReadOnly ? null : <RemoveChosen />}
      </div>
    </section>
  )
}

/** Contacts that become one in one request (plugin/wire/native/decode-contact.ts). */
const MAX_MERGED = 50

function WriteToChosen() {
  const { composer, dialogs, unsaved } = useApp()
  const { contacts, texts } = useContacts()
  const people = [...contacts.choice.rows.value.values()].flatMap(({ name, emails: [address] }) =>
    address === undefined ? [] : [{ name, address }],
  )
  if (people.length === 0) return null

  function write(): void {
    dialogs.close()
    composer.startNew({ to: formatAddresses(people) })
  }
  return (
    <button type="button" class="button small quiet" onClick={() => unsaved.leave(write)}>
      {texts.writeToChosen}
    </button>
  )
}

/** A group is made by the first who come into it. */
function GroupChosen() {
  const { notices } = useApp()
  const { contacts, texts } = useContacts()
  const name = useSignal('')
  const { group: open } = contacts.query.value
  const groups = contacts.loaded.value?.groups ?? []

  async function change(group: string, isIn: boolean): Promise<void> {
    const count = await contacts.choice.group(group, isIn)
    if (count !== undefined) notices.say((isIn ? texts.grouped : texts.ungrouped)({ count, group }))
  }

  return (
    <form
      class="contact-tools"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.value.trim() !== '') void change(name.value.trim(), true)
      }}
    >
      <input
        class="contact-group"
        list="contact-groups"
        autocomplete="off"
        dir="auto"
        aria-label={texts.groupName}
        placeholder={texts.groupName}
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
      <datalist id="contact-groups">
        {groups.map((group) => (
          <option key={group.name} value={group.name} />
        ))}
      </datalist>
      <button type="submit" class="button small" disabled={contacts.isBusy.value}>
        {texts.addToGroup}
      </button>
      {open === '' ? null : (
        <button
          type="button"
          class="button small quiet"
          disabled={contacts.isBusy.value}
          onClick={() => void change(open, false)}
        >
          {texts.takeOut({ group: open })}
        </button>
      )}
    </form>
  )
}

/** Asks, with how many: there is no way back. */
function RemoveChosen() {
  const { text, notices } = useApp()
  const { contacts, texts } = useContacts()
  const { isConfirming, opener, confirm, takeBack } = useConfirmation()
  const { choice } = contacts

  async function remove(): Promise<void> {
    const count = await choice.remove()
    takeBack()
    if (count !== undefined) notices.say(texts.removedChosen({ count }))
  }

  if (!isConfirming) {
    return (
      <button ref={opener} type="button" class="button small danger" onClick={confirm}>
        {text.deleteForGood}
      </button>
    )
  }
  return (
    <RemovalQuestion
      needsConfirmation={texts.removeChosenAsk({ count: choice.rows.value.size })}
      isBusy={contacts.isBusy.value}
      onTakeBack={takeBack}
      onRemove={() => void remove()}
    />
  )
}
