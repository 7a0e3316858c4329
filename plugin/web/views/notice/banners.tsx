import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { Reference } from './failure.tsx'
import { folderName } from '../../state/folder/names.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'

/** Says that the server does not answer, that nothing is lost, and when it is asked again. Who dismissed it sees it at the next outage. */
export function ConnectionBanner() {
  const { text, connection, notices } = useApp()
  const state = connection.state.value
  const isOnline = state.kind === 'online'
  // The next outage is said again.
  useEffect(() => {
    if (isOnline) notices.isOutageHidden.value = false
  }, [isOnline])
  if (isOnline || notices.isOutageHidden.value) return null

  return (
    <div class="banner">
      <Icon name="offline" />
      <span role="status">
        {state.message} {text.nothingLost}
      </span>
      <Reference id={state.reference} />
      {state.kind === 'waiting' ? (
        <Countdown retryAt={state.retryAt} />
      ) : (
        <span>{text.connecting}</span>
      )}
      <button
        type="button"
        class="button small"
        disabled={state.kind === 'probing'}
        onClick={connection.retryNow}
      >
        {text.tryNow}
      </button>
      <IconButton
        icon="close"
        label={text.dismiss}
        onClick={() => (notices.isOutageHidden.value = true)}
      />
    </div>
  )
}

// Outside of the live region: a screen reader would count along.
function Countdown({ retryAt }: { readonly retryAt: number }) {
  const { text } = useApp()
  const now = useSignal(Date.now())

  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])

  return <span aria-hidden="true">{text.retryIn(Math.ceil((retryAt - now.value) / 1_000))}</span>
}

/** Says that what was sent is not in Sent yet, until that changes or it is dismissed. */
export function CopiesBanner() {
  const { text, copies, connection, mailboxes, notices } = useApp()
  const drafts = copies.drafts.value
  const { length } = drafts
  if (length === 0 || notices.hiddenCopies.value === drafts) return null
  const refusal = copies.refusal.value
  const refusing = refusal && mailboxes.find(refusal.mailbox)

  return (
    <div class="banner">
      <Icon name="sent" />
      <span role="status">
        {text.copiesPending(length)}
        {refusal === null
          ? null
          : ` ${text.copyRefused(refusing ? folderName(refusing, text) : refusal.mailbox, refusal.serverText)}`}
      </span>
      {connection.state.value.kind === 'online' ? (
        <button type="button" class="button small" onClick={copies.tryNow}>
          {text.tryNow}
        </button>
      ) : null}
      <button type="button" class="button small" onClick={copies.giveUp}>
        {text.giveUpCopies}
      </button>
      <IconButton
        icon="close"
        label={text.dismiss}
        onClick={() => (notices.hiddenCopies.value = copies.drafts.peek())}
      />
    </div>
  )
}
