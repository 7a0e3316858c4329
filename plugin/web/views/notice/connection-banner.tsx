import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { Reference } from './failure.tsx'
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

  const seconds = Math.ceil((retryAt - now.value) / 1_000)
  return <span aria-hidden="true">{seconds > 1 ? text.retryIn({ seconds }) : ''}</span>
}
