import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NativeMessage } from '../../../wire/native/types.ts'
import { isAborted } from '../../wire/http/http-client.ts'
import { messageNameOf } from '../../wire/message-name.ts'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import { useApp } from '../../app/app-context.ts'
import { Reference } from '../notice/failure.tsx'
import { PlainText } from './plain-text.tsx'
import type { MessageText } from '../../wire/inputs.ts'
import { TruncatedBar } from './truncated-bar.tsx'

/** The plain text of the open message, which is of HTML only: the server makes it when it is requested. */
export function RenderedText() {
  const reading = useApp().reader.reading.value
  return reading.kind === 'message' ? <TextOf message={reading.message} /> : null
}

function TextOf({ message }: { readonly message: NativeMessage }) {
  const { text, messageText } = useApp()
  const texts = useSignal<MessageText | undefined>(undefined)
  const failure = useSignal<Failure | undefined>(undefined)
  useEffect(() => {
    const leaving = new AbortController()
    messageText(messageNameOf(message), leaving.signal).then(
      (made) => (texts.value = made),
      (error: unknown) => {
        if (!isAborted(error, leaving.signal)) failure.value = failureOf(error)
      },
    )
    return () => leaving.abort()
  }, [])

  if (texts.value !== undefined) {
    const isCut = texts.value.isTruncated && !message.isTruncated
    return (
      <>
        {isCut ? <TruncatedBar message={message} /> : null}
        <PlainText text={texts.value.text} />
      </>
    )
  }
  if (failure.value !== undefined) {
    return (
      <p class="plain-text" role="alert">
        {failure.value.message} <Reference id={failure.value.reference} />
      </p>
    )
  }
  return (
    <p class="plain-text" role="status">
      {text.loading}
    </p>
  )
}
