import type { NativeMessage, NativePart } from '../../../wire/native/types.ts'
import { formatBytes } from '../../texts/locale.ts'
import { downloadUrl, partUrl } from '../../wire/links.ts'
import { useApp } from '../../app/app-context.ts'
import { viewKind } from '../../state/message/view-kind.ts'
import { Icon } from '../icon/icon.tsx'

/** A larger image is only seen once it is opened. */
const maxPreviewBytes = 5_000_000

/** What is attached: name, size, type and a way to save it; images as they look, and to be opened. */
export function Attachments({ message }: { readonly message: NativeMessage }) {
  const { text, listedParts } = useApp()
  const attachments = listedParts.of(message)
  const { partsLeftOut } = message
  if (attachments.length === 0 && partsLeftOut === 0) return null

  return (
    <section class="attachments" aria-label={text.attachments({ count: attachments.length })}>
      <ul>
        {attachments.map((part) => (
          <Attachment key={part.id} message={message} part={part} />
        ))}
      </ul>
      {partsLeftOut === 0 ? null : (
        <p class="parts-left-out">{text.partsLeftOut({ count: partsLeftOut })}</p>
      )}
    </section>
  )
}

interface AttachmentProps {
  readonly message: NativeMessage
  readonly part: NativePart
}

function Attachment({ message, part }: AttachmentProps) {
  const { text, dialogs } = useApp()
  const name = part.filename
  const kind = viewKind(part)
  const download = { href: downloadUrl(message, part.id), download: name, title: name }

  return kind === undefined ? (
    <li class="attachment">
      <Icon name={part.type.startsWith('image/') ? 'image' : 'file'} />
      <a class="attachment-file" {...download}>
        <span class="only-heard">{text.download} </span>
        <FileFacts part={part} />
        <Icon name="download" size={16} />
      </a>
    </li>
  ) : (
    <li class="attachment">
      <button
        type="button"
        class="attachment-file"
        title={text.openPart({ name })}
        onClick={() => dialogs.view({ message, part })}
      >
        {kind === 'image' && part.size <= maxPreviewBytes ? (
          <img src={partUrl(message, part.id)} alt="" loading="lazy" />
        ) : (
          <Icon name={kind === 'image' ? 'image' : 'file'} />
        )}
        <FileFacts part={part} />
      </button>
      <a class="icon-button" aria-label={`${text.download} ${name}`} {...download}>
        <Icon name="download" size={16} />
      </a>
    </li>
  )
}

function FileFacts({ part }: Pick<AttachmentProps, 'part'>) {
  return (
    <>
      <span class="attachment-name" dir="auto">
        {part.filename}{' '}
      </span>
      <span class="attachment-size">
        {formatBytes(part.size)} {typeLabel(part)}
      </span>
    </>
  )
}

/** What users call the type: the ending of the name, or what the sender declared. */
function typeLabel({ filename, type }: NativePart): string {
  const [, ending] = /\.([\p{L}\p{N}]{1,5})$/u.exec(filename) ?? []
  return (ending ?? type.slice(type.indexOf('/') + 1)).toUpperCase()
}
