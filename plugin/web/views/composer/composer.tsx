import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { carriesFiles } from '../../app/file-drop.ts'
import type { Draft } from '../../state/composer/draft.ts'
import { useApp } from '../../app/app-context.ts'
import { nearestFocusable, useKeptFocus } from '../dialog/kept-focus.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { FailureNote } from '../notice/failure.tsx'
import { useComposer } from './context.ts'
import { ComposerFields } from './fields.tsx'
import { ComposerFiles, UploadProgressBar } from './files.tsx'
import { TemplateMenu } from './templates.tsx'
import { markupOfText } from '../../state/composer/markup.ts'
import type { EditorHandle } from '../editor/editor.tsx'
import { ComposerBody } from './body.tsx'
import { FormatChoice, FormatQuestion } from './format-choice.tsx'
import { originalUrl } from '../../wire/links.ts'
import { formatTime } from '../../messages/format.ts'
import { Icon } from '../icon/icon.tsx'

/** The message being written, above the corner of the page; the page behind stays usable. */
export function Composer() {
  const { composer } = useComposer()
  const draft = composer.draft.value
  if (draft === undefined) return null
  return <OpenComposer draft={draft} />
}

function OpenComposer({ draft }: { readonly draft: Draft }) {
  const { env, text, selection, layout } = useApp()
  const { composer } = useComposer()
  const form = useRef<HTMLFormElement>(null)
  const opener = useRef(document.activeElement)
  const editor = useRef<EditorHandle | undefined>(undefined)
  const showsTemplates = useSignal(false)
  const isSending = composer.status.value.kind === 'sending'

  useKeptFocus(form, nearestFocusable)
  const coversPage = layout.isNarrow.value
  // What stands behind it would have the focus and not be seen (WCAG 2.2, 2.4.11).
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
    if (event.key === 'Escape' && !event.isComposing) composer.close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) composer.send()
    else if (event.key === '.' && (event.ctrlKey || event.metaKey)) toggleTemplates()
    else return
    event.preventDefault()
  }

  function focusText(): void {
    const place = draft.html === null ? textField() : editor.current
    place?.focus()
  }

  function toggleTemplates(): void {
    showsTemplates.value = !showsTemplates.peek()
    if (!showsTemplates.peek()) focusText()
  }

  function textField(): HTMLTextAreaElement | null {
    return form.current?.querySelector<HTMLTextAreaElement>('textarea[name=message]') ?? null
  }

  /** In the place of what is selected. */
  function insert(words: string): void {
    if (isSending) return
    const field = textField()
    if (field === null) {
      editor.current?.insertText(words)
    } else {
      insertInto(field, words)
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
        <FailureNote failure={{ message: text.noOwnAddress(env.user) }} />
      ) : null}
      <div class="composer-body" inert={isSending}>
        <ComposerFields draft={draft} onDone={focusText} />
        <ComposerBody draft={draft} editor={editor} onKeyDown={keys} />
        <ComposerOriginal draft={draft} />
        <ComposerFiles draft={draft} />
      </div>
      <UploadProgressBar />
      <ComposerFoot draft={draft}>
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
function insertInto(field: HTMLTextAreaElement, words: string): void {
  field.focus()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- browsers have no newer way that can be undone
  const isInserted = document.execCommand('insertText', false, words)
  if (!isInserted) field.setRangeText(words, field.selectionStart, field.selectionEnd, 'end')
}

/** The message that is forwarded below the text as it looks, with the ways to go without. */
function ComposerOriginal({ draft }: { readonly draft: Draft }) {
  const { text } = useApp()
  const { composer } = useComposer()
  const { original, source, mode } = draft
  if (original === null || source === null) return null

  return (
    <section class="composer-original" aria-label={text.originalBelow}>
      <div class="original-head">
        <span class="original-name">{text.originalBelow}</span>
        <button
          type="button"
          class="button small quiet"
          onClick={() => {
            const html = draft.html === null ? null : draft.html + markupOfText(original.text)
            composer.edit({ original: null, text: draft.text + original.text, html })
          }}
        >
          {text.originalAsText}
        </button>
        <button
          type="button"
          class="button small quiet"
          onClick={() => composer.edit({ original: null })}
        >
          {text.removeOriginal}
        </button>
      </div>
      <iframe
        class="original-frame"
        title={text.originalBelow}
        sandbox=""
        referrerpolicy="no-referrer"
        src={originalUrl(source, mode === 'draft')}
      />
    </section>
  )
}

/** Send, attach, save, discard, and the word of the server when it refused. */
function ComposerFoot({
  draft,
  children,
}: {
  readonly draft: Draft
  readonly children: ComponentChildren
}) {
  const { env, text } = useApp()
  const { composer } = useComposer()
  const picker = useRef<HTMLInputElement>(null)
  const asksOfFormat = useSignal(false)
  const status = composer.status.value
  const isBusy = status.kind === 'sending' || status.kind === 'saving'

  return (
    <div class="composer-foot">
      <FailureNote failure={status.kind === 'failed' ? status : undefined} />
      {status.kind === 'asking' ? (
        <div class="composer-problem is-question" role="alert">
          <span>{text.sendQuestions[status.question]}</span>
          <button type="button" class="button small" onClick={composer.sendAnyway}>
            {text.sendAnyway[status.question]}
          </button>
        </div>
      ) : null}
      <FormatQuestion draft={draft} isAsking={asksOfFormat} />
      <div class="composer-acts">
        <button
          type="submit"
          class="button primary"
          disabled={isBusy || env.ownAddress === null}
          title={`${text.send} (${text.sendKeys})`}
        >
          <Icon name="sent" />
          {status.kind === 'sending' ? text.sending : text.send}
        </button>
        <IconButton
          icon="attachment"
          label={text.attach}
          isDisabled={isBusy}
          onClick={() => picker.current?.click()}
        />
        <input
          ref={picker}
          class="file-picker"
          type="file"
          multiple
          hidden
          aria-label={text.attach}
          onChange={(event) => {
            composer.attach([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
        {children}
        <FormatChoice draft={draft} isAsking={asksOfFormat} />
        <label class="receipt-choice">
          <input
            type="checkbox"
            checked={draft.requestsReceipt}
            disabled={isBusy}
            onChange={(event) => composer.edit({ requestsReceipt: event.currentTarget.checked })}
          />
          {text.askReceipt}
        </label>
        <span class="spring saved-at">
          {composer.savedAt.value === undefined
            ? null
            : text.savedAt(formatTime(composer.savedAt.value))}
        </span>
        <button type="button" class="button quiet" disabled={isBusy} onClick={composer.saveDraft}>
          {status.kind === 'saving' ? text.saving : text.saveDraft}
        </button>
        <IconButton
          icon="trash"
          label={text.discard}
          isDisabled={isBusy}
          onClick={composer.discard}
        />
      </div>
    </div>
  )
}
