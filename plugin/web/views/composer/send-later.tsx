import { useSignal } from '@preact/signals'
import { useApp } from '../../app/app-context.ts'
import { sendTimes } from '../../state/outbox/send-times.ts'
import { formatFullDate, timeZoneInForce } from '../../texts/format.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { ChoiceMenu } from './choice-menu.tsx'
import { useComposer } from './context.ts'
import { SendTimeField } from './send-time-field.tsx'

/** Times to send the message at, as a menu beside Send (ARIA APG menu button). */
export function SendLater({ isDisabled }: { readonly isDisabled: boolean }) {
  const { laterText } = useApp()
  const { composer } = useComposer()
  const isOpen = useSignal(false)
  const isTiming = useSignal(false)

  function close(): void {
    isOpen.value = false
    isTiming.value = false
  }

  function choose(dueAt: number): void {
    close()
    composer.send(dueAt)
  }

  return (
    <div
      class="template-menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen.peek()) return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <IconButton
        icon="clock"
        label={laterText.mail.sendLater}
        isExpanded={isOpen.value}
        isDisabled={isDisabled}
        onClick={() => (isOpen.peek() ? close() : (isOpen.value = true))}
      />
      {isOpen.value ? (
        isTiming.value ? (
          <div class="template-choices">
            <SendTimeField dueAt={null} onChoose={choose} />
          </div>
        ) : (
          <Times onChoose={choose} onClose={close} onPick={() => (isTiming.value = true)} />
        )
      ) : null}
    </div>
  )
}

interface TimesProps {
  readonly onChoose: (dueAt: number) => void
  readonly onClose: () => void
  /** A time of one's own is wanted. */
  readonly onPick: () => void
}

function Times({ onChoose, onClose, onPick }: TimesProps) {
  const texts = useApp().laterText.mail
  const times = sendTimes(Date.now(), timeZoneInForce()).map(({ name, dueAt }) => ({
    key: name,
    content: (
      <span>
        {texts.sendTimes[name]}
        <br />
        <small>{formatFullDate(dueAt)}</small>
      </span>
    ),
    run: () => onChoose(dueAt),
  }))
  const pick = { key: 'pick', content: <span>{texts.pickTime}</span>, run: onPick }
  return <ChoiceMenu label={texts.sendLater} choices={[...times, pick]} onClose={onClose} />
}
