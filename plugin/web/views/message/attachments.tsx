import type { NativeMessage, NativePart } from '../../../wire/native-types.ts'
import { formatBytes } from '../../format.ts'
import { downloadUrl, partUrl } from '../../wire/links.ts'
import { useApp } from '../app-context.ts'
import { Icon } from '../icon/icon.tsx'

/** Types every browser shows and none runs. */
const previewTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

const maxPreviewBytes = 5_000_000

/** What is attached: name, size, a way to save it, and images as they look. */
export function Attachments({ message }: { readonly message: NativeMessage }) {
  const { text } = useApp()
  const { attachments } = message
  if (attachments.length === 0) return null

  return (
    <section class="attachments" aria-label={text.attachments(attachments.length)}>
      <ul>
        {attachments.map((part) => (
          <Attachment key={part.id} message={message} part={part} />
        ))}
      </ul>
    </section>
  )
}

interface AttachmentProps {
  readonly message: NativeMessage
  readonly part: NativePart
}

function Attachment({ message, part }: AttachmentProps) {
  const { text, session } = useApp()
  const name = part.filename ?? text.unnamedPart
  const hasPreview = previewTypes.includes(part.type) && part.size <= maxPreviewBytes

  return (
    <li class={hasPreview ? 'attachment has-preview' : 'attachment'}>
      <a href={downloadUrl(message, part.id, session.requestToken())} download={name}>
        <span class="only-heard">{text.download} </span>
        {hasPreview ? (
          <img src={partUrl(message, part.id)} alt="" loading="lazy" />
        ) : (
          <span class="attachment-icon">
            <Icon name={part.type.startsWith('image/') ? 'image' : 'file'} />
          </span>
        )}
        <span class="attachment-name">{name} </span>
        <span class="attachment-size">{formatBytes(part.size)}</span>
        <Icon name="download" size={16} />
      </a>
    </li>
  )
}
