import { useSignal } from '@preact/signals'
import { useApp } from '../../../app/app-context.ts'
import type { FilterEntry } from '../../../state/filters/rules.ts'
import { blockedOf, withBlocked } from '../../../state/filters/special-rules.ts'
import { folderName } from '../../../state/folder/names.ts'
import { useSettings } from '../context.ts'
import { TextSetting } from '../controls.tsx'
import { EditableRow, SubmitButton } from '../editable.tsx'
import { FilterPage } from './filter-page.tsx'
import { useFilters } from './use-filters.ts'

/** Senders whose mail goes out of the way. */
export function BlockedSenders() {
  const { text, laterText, mailboxes } = useApp()
  const { entries, filters, save } = useFilters()
  const folder = mailboxes.special('junk') ?? mailboxes.special('trash')
  if (folder === undefined) return null
  const note = laterText.filters.blockedNote({ folder: folderName(folder, text) })
  return (
    <FilterPage note={note} problem={filters.problem.value} {...{ entries }}>
      {(all) => <BlockedList entries={all} folder={folder.path} onSave={save} />}
    </FilterPage>
  )
}

interface BlockedListProps {
  readonly entries: readonly FilterEntry[]
  readonly folder: string
  readonly onSave: (entries: readonly FilterEntry[]) => Promise<boolean>
}

function BlockedList({ entries, folder, onSave }: BlockedListProps) {
  const { laterText } = useApp()
  const { filters } = useSettings()
  const typed = useSignal('')
  const texts = laterText.filters
  const blocked = blockedOf(entries)
  const save = (next: readonly string[]) => onSave(withBlocked(entries, next, folder))

  return (
    <>
      {blocked.length === 0 ? <p class="dialog-text">{texts.blockedNone}</p> : null}
      <ul class="identities">
        {blocked.map((address) => (
          <EditableRow
            key={address}
            isBusy={filters.isBusy.value}
            remove={{
              label: texts.unblock({ address }),
              run: () => void save(blocked.filter((one) => one !== address)),
            }}
          >
            <span class="session-name" dir="auto">
              {address}
            </span>
          </EditableRow>
        ))}
      </ul>
      <form
        class="setting-line"
        onSubmit={(event) => {
          event.preventDefault()
          const address = blockable(typed.peek())
          const isNew = !blocked.includes(address)
          void save(isNew ? [...blocked, address] : blocked).then((isSaved) => {
            if (isSaved) typed.value = ''
          })
        }}
      >
        <TextSetting
          isRequired
          label={texts.blockAddress}
          value={typed.value}
          onEdit={(value) => (typed.value = value)}
        />
        <SubmitButton isBusy={filters.isBusy.value}>{texts.block}</SubmitButton>
      </form>
    </>
  )
}

/** An address as it is, a domain with the `@` that the list shows it with. */
function blockable(typed: string): string {
  const text = typed.trim().toLowerCase()
  return text.includes('@') ? text : `@${text}`
}
