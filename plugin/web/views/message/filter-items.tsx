import type { NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { filtersOf } from '../../app/later/filters-of.ts'
import { blockSender } from '../../state/filters/block-sender.ts'
import { ruleLike } from '../../state/filters/rules.ts'
import { folderName } from '../../state/folder/names.ts'
import { Icon } from '../icon/icon.tsx'

/** What a message can be the beginning of: a filter, and a sender who is blocked. */
export function FilterItems({ message }: { readonly message: NativeMessage }) {
  const app = useApp()
  const { env, text, laterText, dialogs, mailboxes, notices } = app
  const [sender] = message.row.from
  const folder = mailboxes.special('junk') ?? mailboxes.special('trash')
  if (env.hasFilters !== true || sender === undefined) return null
  const texts = laterText.filters
  const filters = filtersOf(app)

  return (
    <>
      <button
        type="button"
        class="folder-button"
        onClick={() => {
          filters.newRule.value = ruleLike(sender)
          dialogs.show('settings', 'filters')
        }}
      >
        <Icon name="adjust" />
        {texts.filterLikeThis}
      </button>
      {folder === undefined ? null : (
        <button
          type="button"
          class="folder-button"
          onClick={() => {
            dialogs.close()
            const named = { folder, folderName: folderName(folder, text) }
            const { undo } = text
            void blockSender(sender.address, { ...named, filters, notices, texts, undo })
          }}
        >
          <Icon name="close" />
          {texts.blockSender({ address: sender.address })}
        </button>
      )}
    </>
  )
}
