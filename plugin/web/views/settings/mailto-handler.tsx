import { useSignal } from '@preact/signals'
import { useApp } from '../../app/app-context.ts'
import { useSettings } from './context.ts'

/** What `_to` gets of such a link is read by the server (RFC 6068); a sign-in in between keeps it. */
const COMPOSE = '?_task=mail&_action=compose&_to=%s'

/**
 * Lets the browser open links to addresses of mail here, where it offers that (HTML 8.9.1). A panel gives each sign-in a
 * location of its own: what is registered for one leads nowhere after the next.
 */
export function MailtoHandler() {
  const { env } = useApp()
  const { texts } = useSettings()
  const isRequested = useSignal(false)
  if (!('registerProtocolHandler' in navigator) || env.panelHome !== null) return null

  return (
    <div class="setting">
      <button
        type="button"
        class="button"
        onClick={() => {
          const { origin, pathname } = location
          navigator.registerProtocolHandler('mailto', origin + pathname + COMPOSE)
          isRequested.value = true
        }}
      >
        {texts.openMailLinks({ name: env.productName })}
      </button>
      <p class="dialog-text" role="status">
        {isRequested.value ? texts.mailLinksRequested : texts.mailLinksNote}
      </p>
    </div>
  )
}
