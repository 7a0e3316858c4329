import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { carriesFiles } from '../../app/file-drop.ts'
import type { Draft } from '../../state/composer/draft.ts'
import { useApp } from '../../app/app-context.ts'
import { nearestFocusable, useFocusRestore } from '../dialog/focus-restore.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { FailureNote } from '../notice/failure.tsx'
import { Notices } from '../notice/notices.tsx'
import { useComposer } from './context.ts'
import { ComposerFields } from './fields.tsx'
import { ComposerFiles, UploadProgressBar } from './files.tsx'
import { ComposerFoot } from './foot.tsx'
import { ComposerOriginal } from './original.tsx'
import { TemplateMenu } from './templates.tsx'
import type { EditorHandle } from '../editor/editor.tsx'
import { ComposerBody } from './body.tsx'

/** The message being written, above the corner of the page; the page behind stays usable. */
export function Composer() {
  const { composer } = useComposer()
  const draft = composer.draft.value
  if (draft === undefined) return null
  return <OpenComposer draft={draft} />
}

function OpenComposer({ draft }: { readonly draft: Draft }) {
  const { env, text, laterText, selection, layout } = useApp()
  const { composer } = useComposer()
  const form = useRef<HTMLFormElement>(null)
  const opener = useRef(document.activeElement)
  const editor = useRef<EditorHandle | undefined>(undefined)
  const showsTemplates = useSignal(false)
  const confirmsFormat = useSignal(false)
  const isSending = composer.status.value.kind === 'sending'

  useFocusRestore(form, nearestFocusable)
  const coversPage = layout.isNarrow.value
  // What is behind it would have the focus and not be seen (WCAG 2.2, 2.4.11).
  useLayoutEffect(() => {
    const page = form.current?.closest('.stage')?.querySelector<HTMLElement>('.shell')
    page?.toggleAttribute('inert', coversPage)
    return () => page?.removeAttribute('inert')
  }, [coversPage])

  // Nothing is written while the message goes out. The form has the focus: keys would be commands for the list.
  useLayoutEffect(() => {
    if (!isSending) return undefined
    const field = document.activeElement
    form.current?.focus()
    return () => {
      if (field instanceof HTMLElement && field !== document.body) field.focus()
    }
  }, [isSending])

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
    if (event.key === 'Escape' && !event.isComposing) leave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) composer.send()
    else if (event.key === '.' && (event.ctrlKey || event.metaKey)) toggleTemplates()
    else return
    event.preventDefault()
  }

  function focusText(): void {
    const index = draft.html === null ? textField() : editor.current
    index?.focus()
  }

  /** What is asked first: anyone who takes a question back continues writing. */
  function leave(): void {
    if (confirmsFormat.peek()) confirmsFormat.value = false
    else if (composer.status.peek().kind === 'asking') composer.takeBack()
    else composer.close()
  }

  function toggleTemplates(): void {
    showsTemplates.value = !showsTemplates.peek()
    if (!showsTemplates.peek()) focusText()
  }

  function textField(): HTMLTextAreaElement | null {
    return form.current?.querySelector<HTMLTextAreaElement>('textarea[name=message]') ?? null
  }

  /** In the place of what is selected. */
  function insert(texts: string): void {
    if (isSending) return
    const field = textField()
    if (field === null) {
      editor.current?.insertText(texts)
    } else {
      insertInto(field, texts)
      composer.edit({ text: field.value })
    }
    toggleTemplates()
  }

  return (
    <form
      ref={form}
      class="composer"
      tabIndex={-1}
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
        <FailureNote failure={{ message: laterText.mail.noOwnAddress({ user: env.user }) }} />
      ) : null}
      <div class="composer-body" inert={isSending}>
        <ComposerFields draft={draft} onDone={focusText} />
        <ComposerBody draft={draft} editor={editor} onKeyDown={keys} />
        <ComposerOriginal draft={draft} />
        <ComposerFiles draft={draft} />
      </div>
      <Notices over="composer" />
      <UploadProgressBar />
      <ComposerFoot draft={draft} confirmsFormat={confirmsFormat}>
        <TemplateMenu
          isOpen={showsTemplates.value}
          onToggle={toggleTemplates}
          onChoose={(template) => insert(template.text)}
        />
      </ComposerFoot>
    </form>
  )
}

/** As if it were typed, so that the browser can take it back. */
function insertInto(field: HTMLTextAreaElement, texts: string): void {
  field.focus()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- browsers have no newer way that can be undone
  const isInserted = document.execCommand('insertText', false, texts)
  if (!isInserted) field.setRangeText(texts, field.selectionStart, field.selectionEnd, 'end')
}
