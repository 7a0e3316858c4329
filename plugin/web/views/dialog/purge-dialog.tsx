import { useApp } from '../app-context.ts'
import { folderName } from '../../names.ts'
import { Dialog } from './dialog.tsx'

/** Asks before a folder is emptied: the one act without a way back. */
export function PurgeDialog() {
  const { text, acts, dialogs, list, mailboxes, reader } = useApp()
  const mailbox = mailboxes.find(list.query.value.mailbox)
  if (dialogs.open.value !== 'purge' || mailbox === undefined) return null

  return (
    <Dialog title={text.emptyFolder} onClose={dialogs.close}>
      <p class="dialog-text">{text.emptyFolderAsk(folderName(mailbox, text))}</p>
      <div class="dialog-acts">
        <button type="button" class="button" onClick={dialogs.close}>
          {text.cancel}
        </button>
        <button
          type="button"
          class="button danger"
          onClick={() => {
            dialogs.close()
            reader.close()
            acts.purge(mailbox.path)
          }}
        >
          {text.emptyFolderConfirm}
        </button>
      </div>
    </Dialog>
  )
}
