import { useApp } from '../../app/app-context.ts'
import { Icon } from '../icon/icon.tsx'

/** Says that what was sent is not in Sent yet, for as long as that is so. */
export function CopiesBanner() {
  const { text, copies, connection } = useApp()
  const { length } = copies.drafts.value
  if (length === 0) return null

  return (
    <div class="banner">
      <Icon name="sent" />
      <span role="status">{text.copiesPending(length)}</span>
      {connection.state.value.kind === 'online' ? (
        <button type="button" class="button small" onClick={copies.tryNow}>
          {text.tryNow}
        </button>
      ) : null}
      <button type="button" class="button small" onClick={copies.giveUp}>
        {text.giveUpCopies}
      </button>
    </div>
  )
}
