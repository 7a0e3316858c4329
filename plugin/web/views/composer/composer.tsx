import { useLayoutEffect, useRef } from 'preact/hooks'
import { carriesFiles } from '../../app/file-drop.ts'
import type { Draft } from '../../state/composer/draft.ts'
import { useApp } from '../../app/app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { FailureNote } from '../notice/failure.tsx'
import { useComposer } from './context.ts'
import { ComposerFields } from './fields.tsx'
import { ComposerFiles } from './files.tsx'
import { ComposerFoot } from './foot.tsx'
import { ComposerOriginal } from './original.tsx'
import { UploadProgressBar } from './upload-progress.tsx'

/** The message being written, above the corner of the page; the page behind stays usable. */
export function Composer() {
  const { composer } = useComposer()
  const draft = composer.draft.value
  if (draft === undefined) return null
  return <OpenComposer draft={draft} />
}

function OpenComposer({ draft }: { readonly draft: Draft }) {
  const { env, text, selection } = useApp()
  const { composer } = useComposer()
  const form = useRef<HTMLFormElement>(null)
  const opener = useRef(document.activeElement)

  // With the frame that shows the fields: what is typed until they have the focus would be commands.
  useLayoutEffect(() => {
    const field = draft.to === '' ? '[name=to]' : '[name=message]'
    form.current?.querySelector<HTMLElement>(field)?.focus()
    return () => {
      const back = opener.current
      // A draft that a reload brought back was opened by nothing.
      if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus()
      else selection.requestFocus()
    }
  }, [])

  function keys(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.isComposing) composer.close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) composer.send()
    else return
    event.preventDefault()
  }

  return (
    <form
      ref={form}
      class="composer"
      aria-label={draft.subject || text.compose}
      onKeyDown={keys}
      onSubmit={(event) => {
        event.preventDefault()
        composer.send()
      }}
      onDragOver={(event) => {
        if (carriesFiles(event)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        composer.attach([...(event.dataTransfer?.files ?? [])])
      }}
      onPaste={(event) => {
        const files = [...(event.clipboardData?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        composer.attach(files)
      }}
    >
      <div class="composer-head">
        <h2>{draft.subject || text.compose}</h2>
        <IconButton icon="close" label={text.close} onClick={composer.close} />
      </div>
      {env.ownAddress === null ? (
        <FailureNote failure={{ message: text.noOwnAddress(env.user) }} />
      ) : null}
      <div class="composer-body">
        <ComposerFields draft={draft} />
        <textarea
          class="composer-text"
          name="message"
          dir="auto"
          aria-label={text.body}
          value={draft.text}
          onInput={(event) => composer.edit({ text: event.currentTarget.value })}
          ref={putCaretFirst}
        />
        <ComposerOriginal draft={draft} />
        <ComposerFiles draft={draft} />
      </div>
      <UploadProgressBar />
      <ComposerFoot />
    </form>
  )
}

// An answer is written above the quotation, so the caret starts there.
const placed = new WeakSet<HTMLTextAreaElement>()

function putCaretFirst(element: HTMLTextAreaElement | null): void {
  if (element === null || placed.has(element)) return
  placed.add(element)
  element.setSelectionRange(0, 0)
  element.scrollTop = 0
}
