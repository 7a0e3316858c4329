import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { sendTimes } from '../../state/outbox/send-times.ts'
import { formatFullDate, timeZoneInForce } from '../../texts/format.ts'
import { IconButton } from '../icon/icon-button.tsx'
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
  const list = useRef<HTMLDivElement>(null)
  const active = useSignal(0)
  const times = sendTimes(Date.now(), timeZoneInForce())
  const count = times.length + 1
  // With the menu: the next key is meant for it.
  useLayoutEffect(() => {
    list.current?.querySelectorAll<HTMLElement>('[role=menuitem]')[active.value]?.focus()
  }, [active.value])

  function keys(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') active.value = (active.value + 1) % count
    else if (event.key === 'ArrowUp') active.value = (active.value + count - 1) % count
    else if (event.key === 'Home') active.value = 0
    else if (event.key === 'End') active.value = count - 1
    else if (event.key === 'Tab') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={list}
      class="template-choices"
      role="menu"
      aria-label={texts.sendLater}
      onKeyDown={keys}
    >
      {times.map(({ name, dueAt }, index) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          class="folder-button"
          tabIndex={index === active.value ? 0 : -1}
          onClick={() => onChoose(dueAt)}
        >
          <span>
            {texts.sendTimes[name]}
            <br />
            <small>{formatFullDate(dueAt)}</small>
          </span>
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        class="folder-button"
        tabIndex={active.value === times.length ? 0 : -1}
        onClick={onPick}
      >
        <span>{texts.pickTime}</span>
      </button>
    </div>
  )
}
