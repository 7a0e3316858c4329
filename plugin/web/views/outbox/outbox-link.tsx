import { useApp } from '../../app/app-context.ts'
import { addressOfLayer } from '../../state/page/location.ts'
import { formatCount } from '../../texts/locale.ts'
import { useWriting } from '../composer/context.ts'
import { stayInPage } from '../frame/stay-in-page.ts'
import { Icon } from '../icon/icon.tsx'

/** The way to the outbox, below the folders, while something is in it. */
export function OutboxLink() {
  const { laterText, dialogs } = useApp()
  const { outbox } = useWriting()
  const messages = outbox.messages.value
  if (messages.length === 0) return null
  // Nothing more happens to it by itself.
  const needsAttention = messages.some(({ dueAt }) => dueAt === null)

  return (
    <li class="folder">
      <a
        class={`folder-button ${needsAttention ? 'has-unseen' : ''}`}
        href={addressOfLayer('outbox')}
        onClick={stayInPage(() => dialogs.show('outbox'))}
      >
        <Icon name={needsAttention ? 'junk' : 'sent'} />
        <span class="folder-name">{laterText.mail.outbox}</span>
        <span class="folder-count">{formatCount(messages.length)}</span>
      </a>
    </li>
  )
}
