import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NativePart } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { viewKind } from '../../state/message/view-kind.ts'
import type { ViewedFile, ViewedMessage } from '../../state/notice/dialogs.ts'
import { downloadUrl, partUrl } from '../../wire/links.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { Icon } from '../icon/icon.tsx'
import { AddContacts, isVCard } from './add-contacts.tsx'
import { ViewedMedia } from './media.tsx'
import { ViewedTable } from './table.tsx'
import { NotShown, ViewedText } from './text.tsx'

/** Shows a file of an open message over the page, and those beside it one after the other. */
export function FileViewer() {
  const { viewing } = useApp().dialogs
  return viewing.value === undefined ? null : <ViewerOf viewed={viewing.value} />
}

function ViewerOf({ viewed: { message, part } }: { readonly viewed: ViewedFile }) {
  const { text, laterText, dialogs, listedParts } = useApp()
  const texts = laterText.mail
  const listed = listedParts.of(message).filter((other) => viewKind(other) !== undefined)
  // The frame of the message may show the file by now.
  const files = listed.includes(part) ? listed : [part]
  const at = files.indexOf(part)

  function step(by: number): void {
    // Keys are faster than drawings.
    const { part: current = part } = dialogs.viewing.peek() ?? {}
    const next = files.at((files.indexOf(current) + by) % files.length)
    if (next !== undefined) dialogs.view({ message, part: next })
  }

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const by = stepOf(event)
      if (by === 0) return
      event.preventDefault()
      step(by)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [message, listed.length])

  return (
    <Dialog isFull title={part.filename} onClose={dialogs.close}>
      <div class="viewer-bar">
        {files.length === 1 ? null : (
          <>
            <IconButton icon="back" label={texts.previousFile} onClick={() => step(-1)} />
            <span role="status">
              {texts.filePosition({ position: at + 1, count: files.length })}
            </span>
            <IconButton
              icon="back"
              class="is-next"
              label={texts.nextFile}
              onClick={() => step(1)}
            />
          </>
        )}
        <span class="spring" />
        {isVCard(part) ? <AddContacts key={part.id} message={message} part={part} /> : null}
        <a class="button" href={downloadUrl(message, part.id)} download={part.filename}>
          <Icon name="download" />
          {text.download}
        </a>
      </div>
      <ViewedPart key={part.id} message={message} part={part} />
    </Dialog>
  )
}

interface ViewedPartProps {
  readonly message: ViewedMessage
  readonly part: NativePart
}

function ViewedPart({ message, part }: ViewedPartProps) {
  switch (viewKind(part)) {
    case 'image':
      return <ViewedImage message={message} part={part} />
    case 'media':
      return <ViewedMedia message={message} part={part} />
    case 'table':
      return <ViewedTable message={message} part={part} />
    case 'text':
      return <ViewedText message={message} part={part} />
    case undefined:
      return <NotShown />
  }
}

/** The server sends no picture that would take the browser too much memory (plugin/actions/part/picture-size.ts). */
function ViewedImage({ message, part }: ViewedPartProps) {
  const isRefused = useSignal(false)
  if (isRefused.value) return <NotShown />
  return (
    <div class="viewer-image">
      <img
        src={partUrl(message, part.id)}
        alt={part.filename}
        onError={() => (isRefused.value = true)}
      />
    </div>
  )
}

/** -1 and 1 for the arrow keys along the line, whichever way it goes; 0 for others, and where an arrow does something else. */
function stepOf({ key, target, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): number {
  const isOther = ctrlKey || altKey || metaKey || shiftKey
  if (isOther || !(target instanceof HTMLElement)) return 0
  if (target.closest('[data-keeps-arrows]') !== null) return 0
  const right = document.documentElement.dir === 'rtl' ? -1 : 1
  if (key === 'ArrowRight') return right
  return key === 'ArrowLeft' ? -right : 0
}
