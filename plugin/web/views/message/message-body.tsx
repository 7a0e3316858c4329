import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NativeMessage } from '../../../wire/native-types.ts'
import { frameUrl } from '../../wire/links.ts'
import { useApp } from '../app-context.ts'
import { Icon } from '../icon/icon.tsx'
import { MessageFrame } from './message-frame.tsx'
import { PlainText } from './plain-text.tsx'
import { RenderedText } from './rendered-text.tsx'

/** After this without a frame every part is listed: what does not come hides nothing. */
const frameWaitMs = 3_000

/** The body: the sender's HTML in its frame, or plain text. */
export function MessageBody({ message }: { readonly message: NativeMessage }) {
  const { text, listedParts } = useApp()
  const showsRemote = useSignal(false)
  const showsPlain = useSignal(false)
  const showsFrame = message.hasHtml && !showsPlain.value
  const src = frameUrl(message, showsRemote.value)
  useEffect(() => {
    const listAll = () => listedParts.tell(message, [])
    if (!showsFrame) listAll()
    const timer = setTimeout(() => listedParts.isTold(message) || listAll(), frameWaitMs)
    return () => clearTimeout(timer)
  }, [showsFrame])

  return (
    <>
      {message.isTruncated ? <p class="message-bar">{text.truncated}</p> : null}
      {message.hasHtml ? (
        <div class="message-bar">
          {message.hasRemoteContent && showsFrame && !showsRemote.value ? (
            <>
              <Icon name="image" />
              <span class="bar-text">{text.imagesBlocked}</span>
              <button type="button" class="button small" onClick={() => (showsRemote.value = true)}>
                {text.showImages}
              </button>
            </>
          ) : (
            <span class="spring" />
          )}
          <button
            type="button"
            class="button small quiet"
            onClick={() => (showsPlain.value = !showsPlain.value)}
          >
            {showsPlain.value ? text.showHtml : text.showPlain}
          </button>
        </div>
      ) : null}
      {showsFrame ? (
        <MessageFrame
          key={src}
          src={src}
          title={text.bodyTitle}
          onShownParts={(shown) => listedParts.tell(message, shown)}
        />
      ) : (
        <PlainBody message={message} />
      )}
    </>
  )
}

function PlainBody({ message }: { readonly message: NativeMessage }) {
  if (message.isTextMissing === true) return <RenderedText message={message} />
  return <PlainText text={message.text} />
}
