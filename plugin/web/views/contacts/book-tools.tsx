import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { CONTACT_LIMITS } from '../../../contacts/contact-limits.ts'
import { useApp } from '../../app/app-context.ts'
import { onEscape } from '../dialog/on-escape.ts'
import { RemovalQuestion, useAsking, type Asking } from '../dialog/removal-question.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { BookChoice } from './book-choice.tsx'
import { useContacts } from './context.ts'

/** Which contacts are listed, a new one, and what can be done with the group that is looked at. */
export function BookTools() {
  const { contacts } = useContacts()
  const { group } = contacts.query.value
  // What is asked about a group is not asked about the next one.
  return <ToolsOfGroup key={group} group={group} />
}

function ToolsOfGroup({ group }: { readonly group: string }) {
  const { contacts, words } = useContacts()
  const renaming = useAsking()
  const removing = useAsking()
  const { isDirectory } = contacts.query.value
  const canChange = !isDirectory && contacts.told.value?.isReadOnly !== true
  const canChangeGroup = canChange && group !== ''
  const isIdle = !renaming.isAsked && !removing.isAsked

  return (
    <>
      <div class="contact-tools">
        <BookChoice />
        {canChangeGroup && isIdle ? (
          <>
            <IconButton
              icon="drafts"
              label={words.renameGroup({ name: group })}
              button={renaming.opener}
              onClick={renaming.ask}
            />
            <IconButton
              icon="trash"
              label={words.deleteGroup({ name: group })}
              button={removing.opener}
              onClick={removing.ask}
            />
          </>
        ) : null}
        {canChange && !contacts.isEmpty.value ? (
          <IconButton icon="compose" label={words.create} onClick={contacts.create} />
        ) : null}
      </div>
      {canChangeGroup && renaming.isAsked ? <RenameGroup group={group} asking={renaming} /> : null}
      {canChangeGroup && removing.isAsked ? <RemoveGroup group={group} asking={removing} /> : null}
    </>
  )
}

interface GroupActProps {
  readonly group: string
  readonly asking: Asking
}

function RenameGroup({ group, asking }: GroupActProps) {
  const { text, notices } = useApp()
  const { contacts, words } = useContacts()
  const name = useSignal(group)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  async function rename(): Promise<void> {
    const wanted = name.value.trim()
    if (wanted === '') return
    if (wanted === group) asking.takeBack()
    else if (await contacts.renameGroup(wanted))
      notices.say(words.groupRenamed({ before: group, name: wanted }))
  }

  return (
    <form
      class="contact-tools"
      onKeyDown={onEscape(asking.takeBack)}
      onSubmit={(event) => {
        event.preventDefault()
        void rename()
      }}
    >
      <input
        ref={field}
        class="contact-group"
        autocomplete="off"
        dir="auto"
        maxLength={CONTACT_LIMITS.lineChars}
        aria-label={words.renameGroup({ name: group })}
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
      <button type="submit" class="button small" disabled={contacts.isBusy.value}>
        {text.save}
      </button>
      <button type="button" class="button small quiet" onClick={asking.takeBack}>
        {text.cancel}
      </button>
    </form>
  )
}

/** Asks, with how many people stay. */
function RemoveGroup({ group, asking }: GroupActProps) {
  const { notices } = useApp()
  const { contacts, words } = useContacts()
  const count = contacts.told.value?.groups.find(({ name }) => name === group)?.count ?? 0

  async function remove(): Promise<void> {
    if (await contacts.deleteGroup()) notices.say(words.groupDeleted({ name: group }))
    else asking.takeBack()
  }

  return (
    <RemovalQuestion
      asks={words.deleteGroupAsk({ name: group, count })}
      confirm={words.deleteThisGroup}
      isBusy={contacts.isBusy.value}
      onTakeBack={asking.takeBack}
      onRemove={() => void remove()}
    />
  )
}
