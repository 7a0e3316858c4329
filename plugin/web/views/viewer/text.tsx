import type { NativePart } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import type { ViewedMessage } from '../../state/notice/dialogs.ts'
import { failureOf } from '../../wire/http/problem.ts'
import { usePartText, type PartText } from './part-text.ts'

interface ViewedTextProps {
  readonly message: ViewedMessage
  readonly part: NativePart
}

/** A text file, as it is. */
export function ViewedText({ message, part }: ViewedTextProps) {
  const state = usePartText(message, part)
  return state.kind === 'text' ? <TextLines state={state} /> : <NoText state={state} />
}

/** The text, and that there is more of it. */
export function TextLines({
  state: { text: lines, isCut },
}: {
  readonly state: Extract<PartText, { readonly kind: 'text' }>
}) {
  const { laterText } = useApp()
  return (
    <>
      {isCut ? <p class="viewer-note">{laterText.mail.textCut}</p> : null}
      <pre class="viewer-text" dir="auto" tabIndex={0}>
        {lines}
      </pre>
    </>
  )
}

/** What stands where the text of a file will be, or would have been. */
export function NoText({
  state,
}: {
  readonly state: Exclude<PartText, { readonly kind: 'text' }>
}) {
  const { text } = useApp()
  if (state.kind === 'coming') {
    return <div class="message-coming" role="status" aria-label={text.loading} />
  }
  return (
    <p class="viewer-note" role="alert">
      {failureOf(state.error).message}
    </p>
  )
}

/** Of a file that the browser does not read. */
export function NotShown() {
  const { laterText } = useApp()
  return (
    <p class="viewer-note" role="alert">
      {laterText.mail.fileNotShown}
    </p>
  )
}
