import { useApp } from '../../app/app-context.ts'
import { folderName } from '../../state/folder/names.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'

/** Says that what was sent is not in Sent yet, until that changes or it is dismissed. */
export function CopiesBanner() {
  const { text, laterText, copies, connection, mailboxes, notices } = useApp()
  const drafts = copies.drafts.value
  const { length } = drafts
  if (length === 0 || notices.hiddenCopies.value === drafts) return null
  const refusal = copies.refusal.value
  const refusing = refusal && mailboxes.find(refusal.mailbox)

  return (
    <div class="banner">
      <Icon name="sent" />
      <span role="status">
        {laterText.mail.copiesPending({ count: length })}
        {refusal === null
          ? null
          : ` ${laterText.mail.copyRefused({ folder: refusing ? folderName(refusing, text) : refusal.mailbox, reason: refusal.serverText })}`}
      </span>
      {connection.state.value.kind === 'online' ? (
        <button type="button" class="button small" onClick={copies.tryNow}>
          {text.tryNow}
        </button>
      ) : null}
      <button
        type="button"
        class="button small"
        onClick={() => copies.giveUp(laterText.mail.copiesDropped)}
      >
        {laterText.mail.giveUpCopies}
      </button>
      <IconButton
        icon="close"
        label={text.dismiss}
        onClick={() => (notices.hiddenCopies.value = copies.drafts.peek())}
      />
    </div>
  )
}
