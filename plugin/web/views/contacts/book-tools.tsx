import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { CONTACT_LIMITS } from '../../../contacts/contact-limits.ts'
import { useApp } from '../../app/app-context.ts'
import { onEscape } from '../dialog/on-escape.ts'
import { RemovalQuestion, useConfirmation, type Confirmation } from '../dialog/removal-question.tsx'
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
  const { contacts, texts } = useContacts()
  const renaming = useConfirmation()
  const removing = useConfirmation()
  const { isDirectory } = contacts.query.value
  const canChange = !isDirectory && contacts.loaded.value?.isReadOnly !== true
  const canChangeGroup = canChange && group !== ''
  const isIdle = !renaming.isConfirming && !removing.isConfirming

  return (
    <>
      <div class="contact-tools">
        <BookChoice />
        {canChangeGroup && isIdle ? (
          <>
            <IconButton
              icon="drafts"
              label={texts.renameGroup({ name: group })}
              button={renaming.opener}
              onClick={renaming.confirm}
            />
            <IconButton
              icon="trash"
              label={texts.deleteGroup({ name: group })}
              button={removing.opener}
              onClick={removing.confirm}
            />
          </>
        ) : null}
        {canChange && !contacts.isEmpty.value ? (
          <IconButton icon="compose" label={texts.create} onClick={contacts.create} />
        ) : null}
      </div>
      {canChangeGroup && renaming.isConfirming ? (
        <RenameGroup group={group} confirmation={renaming} />
      ) : null}
      {canChangeGroup && removing.isConfirming ? (
        <RemoveGroup group={group} confirmation={removing} />
      ) : null}
    </>
  )
}

interface GroupActionProps {
  readonly group: string
  readonly confirmation: Confirmation
}

function RenameGroup({ group, confirmation }: GroupActionProps) {
  const { text, notices } = useApp()
  const { contacts, texts } = useContacts()
  const name = useSignal(group)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  async function rename(): Promise<void> {
    const wanted = name.value.trim()
    if (wanted === '') return
    if (wanted === group) confirmation.takeBack()
    else if (await contacts.renameGroup(wanted))
      notices.say(texts.groupRenamed({ before: group, name: wanted }))
  }

  return (
    <form
      class="contact-tools"
      onKeyDown={onEscape(confirmation.takeBack)}
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
        aria-label={texts.renameGroup({ name: group })}
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
      <button type="submit" class="button small" disabled={contacts.isBusy.value}>
        {text.save}
      </button>
      <button type="button" class="button small quiet" onClick={confirmation.takeBack}>
        {text.cancel}
      </button>
    </form>
  )
}

/** Asks, with how many contacts stay. */
function RemoveGroup({ group, confirmation: request }: GroupActionProps) {
  const { notices } = useApp()
  const { contacts, texts } = useContacts()
  const count = contacts.loaded.value?.groups.find(({ name }) => name === group)?.count ?? 0

  async function remove(): Promise<void> {
    if (await contacts.deleteGroup()) notices.say(texts.groupDeleted({ name: group }))
    else request.takeBack()
  }

  return (
    <RemovalQuestion
      needsConfirmation={texts.deleteGroupAsk({ name: group, count })}
      confirm={texts.deleteThisGroup}
      isBusy={contacts.isBusy.value}
      onTakeBack={request.takeBack}
      onRemove={() => void remove()}
    />
  )
}
