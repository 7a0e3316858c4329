import { useLayoutEffect, useRef } from 'preact/hooks'
import type { NativeMessage } from '../../../wire/native-types.ts'
import { useApp } from '../app-context.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { Attachments } from './attachments.tsx'
import { MessageBody } from './message-body.tsx'
import { MessageHeader } from './message-header.tsx'
import { MessageToolbar } from './message-toolbar.tsx'

/** The open message, or a kind word where there is none. */
export function MessagePane() {
  const { text, reader, navigation } = useApp()
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
      {reading.kind === 'loading' ? (
        <div class="message-coming" role="status" aria-label={text.loading} />
      ) : null}
      {reading.kind === 'failed' ? (
        <div class="note" role="alert">
          <IconButton icon="back" label={text.back} class="narrow-only" onClick={navigation.back} />
          <h2>{text.messageFailed}</h2>
          <p>{reading.text}</p>
          {reading.isGone ? null : (
            <button type="button" class="button" onClick={() => reader.open(reading.name)}>
              {text.tryAgain}
            </button>
          )}
        </div>
      ) : null}
      {reading.kind === 'message' ? (
        <OpenMessage key={Object.values(reading.name).join(' ')} message={reading.message} />
      ) : null}
    </section>
  )
}

function OpenMessage({ message }: { readonly message: NativeMessage }) {
  const { reader } = useApp()

  return (
    <article class="message">
      <MessageToolbar message={message} />
      <div
        class={message.hasHtml ? 'message-content has-html' : 'message-content'}
        onPointerDown={reader.turnTo}
        onWheel={reader.turnTo}
      >
        <MessageHeader message={message} />
        <Attachments message={message} />
        <MessageBody message={message} />
      </div>
    </article>
  )
}

function NothingOpen() {
  const { text } = useApp()

  return (
    <div class="note nothing-open">
      <Icon name="read" size={40} />
      <h2>{text.nothingOpen}</h2>
      <p>{text.nothingOpenNote}</p>
      <p class="key-hint">
        {text.press} <kbd>?</kbd> {text.keyHint}
      </p>
    </div>
  )
}
