import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { newId } from '../../browser/new-id.ts'
import { imageSource, type Draft } from '../../state/composer/draft.ts'
import { wordsIn } from '../../state/composer/markup.ts'
import { firstCaret, preservedCaret } from '../../state/composer/signature.ts'
import { messageInput } from '../../wire/inputs.ts'
import { Editor, type EditorRef } from '../editor/editor.tsx'
import type { FetchImage } from '../editor/part-images.ts'
import { createEmojiCompletion } from '../editor/emoji/completion.ts'
import { EmojiChoices } from '../editor/emoji/emoji-choices.tsx'
import { useComposer, useWriting } from './context.ts'
import { insertInto } from './insert-into.ts'

interface BodyProps {
  readonly draft: Draft
  readonly editor: EditorRef
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** What is written, as text or with its looks. */
export function ComposerBody({ draft, editor, onKeyDown }: BodyProps) {
  const { env, text, http, settings } = useApp()
  const { composer } = useComposer()
  const { composers } = useWriting()
  // What was typed last is in the copy of a page that goes, and in the draft of a view that does.
  useEffect(() => {
    window.addEventListener('pagehide', composer.settle)
    return () => {
      window.removeEventListener('pagehide', composer.settle)
      composer.settle()
    }
  }, [composer])
  if (draft.html === null) return <PlainBody key={draft.composeId} draft={draft} />
  const { html } = draft
  const fetchImage: FetchImage = (source, signal) => {
    const file = composer.draft.peek()?.files.find(({ name }) => imageSource(name) === source)
    if (file !== undefined) return Promise.resolve(file)
    // Each save stores it in another message.
    const message = composer.draft.peek()?.source ?? draft.source
    if (message === null) return Promise.reject(new Error('There is no message it is a part of'))
    return http.bytes('get', { ...messageInput(message), partId: source }, signal)
  }
  const fillBody = (body: HTMLElement) => {
    // Who has a recipient to name first, or is at another field when the document comes, continues there; else one writes.
    const field = document.activeElement?.closest('.composer-fields') ?? undefined
    if (draft.to !== '' && field === undefined) {
      setCaret(body, draft, settings.preferences.peek().replyPlace === 'below')
    }
  }
  return (
    <Editor
      // Another signature, or the words of an original, are another text.
      key={`${draft.composeId} ${draft.identity} ${draft.original === null}`}
      label={text.body}
      src={env.messageFrames.withoutImages}
      html={html}
      fillBody={fillBody}
      // Below it one writes at its end.
      foldsQuote={settings.preferences.peek().replyPlace === 'above'}
      handle={editor}
      fetchImage={fetchImage}
      onEdit={(read) =>
        composer.editAsShown(() => {
          const { html, body } = read()
          return { html, text: wordsIn(body) }
        })
      }
      onKeyDown={onKeyDown}
      onFiles={(files) => composer.attach(files)}
      addImages={(files) => {
        const { files: present, imageNames } = composer.draft.peek() ?? draft
        const added = files.map((file) => namedOnce(file, newId(crypto)))
        const names = added.map(({ name }) => name)
        composer.edit({ files: [...present, ...added], imageNames: [...imageNames, ...names] })
        return names.map(imageSource)
      }}
      takeImage={(source) => {
        const { files, imageNames } = composer.draft.peek() ?? draft
        const file = composers.open
          .peek()
          .flatMap((other) => other.draft.peek()?.files ?? [])
          .find(({ name }) => imageSource(name) === source)
        if (file === undefined) return false
        if (files.includes(file)) return true
        composer.edit({ files: [...files, file], imageNames: [...imageNames, file.name] })
        return true
      }}
    />
  )
}

/** Of an id: no two images of a message have the same end of their names. */
const ID_CHARACTERS = 8

/** An image under a name that no other one has and that every program reads, as it becomes a Content-ID. */
function namedOnce(file: File, id: string): File {
  const { type, lastModified } = file
  const [, stem = '', end = ''] = /^(.*?)(\.\w+)?$/.exec(file.name) ?? []
  const readable = stem.replace(/[^\w-]+/g, '-').slice(0, 40) || 'image'
  const name = `${readable}-${id.slice(0, ID_CHARACTERS)}${end}`
  return new File([file], name, { type, lastModified })
}

/** A message of plain text. */
function PlainBody({ draft }: { readonly draft: Draft }) {
  const { text, settings } = useApp()
  const { composer } = useComposer()
  const field = useRef<HTMLTextAreaElement>(null)
  /** As it is before this drawing. */
  const former = field.current && { text: field.current.value, caret: field.current.selectionStart }

  const emoji = useMemo(
    () =>
      createEmojiCompletion({
        language: () => document.documentElement.lang,
        replace(typedLength, chosen) {
          if (field.current === null) return
          const { selectionStart: caret } = field.current
          field.current.setSelectionRange(caret - typedLength, caret)
          insertInto(field.current, chosen)
          composer.edit({ text: field.current.value })
        },
      }),
    [],
  )

  useLayoutEffect(() => {
    const index = firstCaret(draft, settings.preferences.peek())
    field.current?.setSelectionRange(index, index)
    if (index > 0) field.current?.scrollTo(0, field.current.scrollHeight)
  }, [])
  // A signature that comes or goes leaves the caret where it was; the browser puts it at the end.
  useLayoutEffect(() => {
    if (former === null || former.text === draft.text) return
    const index = preservedCaret(former.text, draft.text, former.caret)
    field.current?.setSelectionRange(index, index)
  }, [draft.text])

  return (
    <>
      <textarea
        ref={field}
        class="composer-text"
        name="message"
        dir="auto"
        aria-label={text.body}
        value={draft.text}
        onInput={({ currentTarget }) => {
          composer.edit({ text: currentTarget.value })
          emoji.follow(lineBefore(currentTarget))
        }}
        onKeyDown={emoji.takesKey}
        onBlur={() => emoji.follow('')}
      />
      <EmojiChoices completion={emoji} />
    </>
  )
}

/** What is typed of the line with the caret in it; empty while something is selected. */
function lineBefore({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string {
  if (selectionStart !== selectionEnd) return ''
  return value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart)
}

/** Above what is quoted, or below it and above the signature. */
function setCaret(body: HTMLElement, draft: Draft, isBelow: boolean): void {
  const isReply = draft.mode === 'reply' || draft.mode === 'reply-all'
  const signature = [...body.children].findLast((one) => one.outerHTML === draft.signatureMarkup)
  // Above the signature there stays an empty line.
  const room = signature?.previousElementSibling
  const last = room?.previousElementSibling ?? room ?? body.lastElementChild
  body.focus()
  const line = isReply && isBelow ? last : body.firstElementChild
  body.ownerDocument.getSelection()?.collapse(line ?? body, 0)
  if (isReply && isBelow) line?.scrollIntoView()
}
