import type { NativeMessage, NativePart } from '../../../wire/native/types.ts'
import { formatBytes } from '../../texts/locale.ts'
import { downloadUrl, partUrl } from '../../wire/links.ts'
import { useApp } from '../../app/app-context.ts'
import { Icon } from '../icon/icon.tsx'

/** Types every browser shows and none runs. */
const previewTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

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
  const { text } = useApp()
  const name = part.filename
  const hasPreview = previewTypes.includes(part.type) && part.size <= maxPreviewBytes

  return (
    <li class="attachment">
      {hasPreview ? (
        <a
          class="attachment-preview"
          href={partUrl(message, part.id)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={text.openPart({ name })}
          title={text.openPart({ name })}
        >
          <img src={partUrl(message, part.id)} alt="" loading="lazy" />
        </a>
      ) : (
        <Icon name={part.type.startsWith('image/') ? 'image' : 'file'} />
      )}
      <a class="attachment-file" href={downloadUrl(message, part.id)} download={name} title={name}>
        <span class="only-heard">{text.download} </span>
        <span class="attachment-name" dir="auto">
          {name}{' '}
        </span>
        <span class="attachment-size">
          {formatBytes(part.size)} {typeLabel(part)}
        </span>
        <Icon name="download" size={16} />
      </a>
    </li>
  )
}

/** What users call the type: the ending of the name, or what the sender declared. */
function typeLabel({ filename, type }: NativePart): string {
  const [, ending] = /\.([\p{L}\p{N}]{1,5})$/u.exec(filename) ?? []
  return (ending ?? type.slice(type.indexOf('/') + 1)).toUpperCase()
}
