import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Draft } from '../../state/composer/draft.ts'
import { useApp } from '../../app/app-context.ts'
import { nearestFocusable, useFocusRestore } from '../dialog/focus-restore.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { FailureNote } from '../notice/failure.tsx'
import { Notices } from '../notice/notices.tsx'
import { useComposer, useWriting } from './context.ts'
import { ComposerFields } from './fields.tsx'
import { ComposerFiles, UploadProgressBar } from './files.tsx'
import { ComposerFoot } from './foot.tsx'
import { insertInto } from './insert-into.ts'
import { ComposerOriginal } from './original.tsx'
import { PlacementButtons } from './placement-buttons.tsx'
import { PriorityChoice } from './priority-choice.tsx'
import { usePlacement } from './placement.ts'
import { TemplateMenu } from './templates.tsx'
import type { EditorHandle } from '../editor/editor.tsx'
import { ComposerBody } from './body.tsx'

interface ComposerProps {
  readonly draft: Draft
  /** False: it is minimized, and keeps its fields as they are. */
  readonly isExpanded: boolean
}

/** A message being written; the page behind stays usable where there is room for both. */
export function Composer({ draft, isExpanded }: ComposerProps) {
  const { env, text, laterText, selection } = useApp()
  const { composer } = useComposer()
  const { composers } = useWriting()
  const form = useRef<HTMLFormElement>(null)
  const editor = useRef<EditorHandle | undefined>(undefined)
  const showsTemplates = useSignal(false)
  const confirmsFormat = useSignal(false)
  const isSending = composer.status.value.kind === 'sending'

  useFocusRestore(form, nearestFocusable)
  const placement = usePlacement(form, draft, isExpanded)
  const coversPage = isExpanded && placement === 'page'
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
    if (!isExpanded) return undefined
    const opener = document.activeElement
    // Until the document of rich text has come, the form has the focus.
    form.current?.focus()
    if (draft.to === '') form.current?.querySelector<HTMLElement>('[name=to]')?.focus()
    else focusText()
    return () => {
      if (composers.expanded.peek() !== undefined) return
      // A draft that a reload brought back was opened by nothing, and a tab is gone once it was pressed.
      const isThere = opener instanceof HTMLElement && opener.isConnected
      if (isThere && opener !== document.body) opener.focus()
      else selection.requestFocus()
    }
  }, [isExpanded])

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
      class={`composer is-${placement}`}
      hidden={!isExpanded}
      tabIndex={-1}
      aria-label={draft.subject || text.compose}
      onKeyDown={keys}
      onSubmit={(event) => {
        event.preventDefault()
        composer.send()
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
        <PriorityChoice draft={draft} />
        <PlacementButtons placement={placement} />
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
      {isExpanded ? <Notices over="composer" /> : null}
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
