import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { messageKey } from '../../wire/message-name.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { Reference } from '../notice/failure.tsx'
import { OpenMessage } from './open-message.tsx'

/** The open message, or a kind word where there is none. */
export function MessagePane() {
  const { text, list, reader, navigation, front } = useApp()
  const pane = useRef<HTMLElement>(null)
  const reading = reader.reading.value
  const focusRequest = reader.focusRequests.value

  useLayoutEffect(() => {
    if (focusRequest > 0) pane.current?.focus()
  }, [focusRequest])

  return (
    <section
      ref={pane}
      class="pane message-pane"
      aria-label={text.message}
      aria-busy={reading.kind === 'loading'}
      tabIndex={-1}
      data-keeps-arrows
    >
      {reading.kind === 'nothing' ? <NothingOpen /> : null}
      {reading.kind === 'failed' ? (
        <div class="note" role="alert">
          <IconButton icon="back" label={text.back} class="narrow-only" onClick={navigation.back} />
          <h2>{text.messageFailed}</h2>
          <p>{reading.message}</p>
          <Reference id={reading.reference} />
          {reading.isDeleted ? null : (
            <button type="button" class="button" onClick={() => reader.open(reading.name)}>
              {text.tryAgain}
            </button>
          )}
        </div>
      ) : null}
      {reading.kind === 'loading' || reading.kind === 'message' ? (
        <OpenMessage
          key={messageKey(reading.name)}
          name={reading.name}
          row={
            reading.kind === 'message'
              ? reading.message.row
              : (list.rowOf(reading.name) ?? front.value?.rowOf(reading.name))
          }
          message={reading.kind === 'message' ? reading.message : undefined}
        />
      ) : null}
    </section>
  )
}

function NothingOpen() {
  const { text, keys } = useApp()

  return (
    <div class="note nothing-open">
      <Icon name="read" size={40} />
      <h2>{text.nothingOpen}</h2>
      <p>{text.nothingOpenNote}</p>
      <p class="key-hint">
        {text.press} <kbd>{keys.value.help}</kbd> {text.keyHint}
      </p>
    </div>
  )
}
