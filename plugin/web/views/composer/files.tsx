import { formatBytes } from '../../texts/locale.ts'
import { attachedBytes, filesBeside, type Draft } from '../../state/composer/draft.ts'
import type { FileUpload } from '../../state/composer/storage/file-uploads.ts'
import { useApp } from '../../app/app-context.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { useComposer } from './context.ts'
import { ImageSizeChoice } from './image-size.tsx'

/** What will be attached, with the room that is left. */
export function ComposerFiles({ draft }: { readonly draft: Draft }) {
  const { laterText } = useApp()
  const { composer } = useComposer()
  const bytes = attachedBytes(draft)
  if (draft.files.length + draft.kept.length === 0) return null

  return (
    <div class="composer-files">
      <ul>
        {draft.kept.map((part) => (
          <AttachedFile
            key={part.id}
            name={part.filename}
            bytes={part.size}
            onRemove={() => composer.edit({ kept: draft.kept.filter((other) => other !== part) })}
          />
        ))}
        {filesBeside(draft).map((file, index) => (
          <AttachedFile
            key={`${index} ${file.name}`}
            name={file.name}
            bytes={file.size}
            upload={composer.fileUploads.value.get(file)}
            onRemove={() => composer.edit({ files: draft.files.filter((other) => other !== file) })}
          />
        ))}
      </ul>
      <ImageSizeChoice draft={draft} />
      <span class={bytes > composer.maxBytes ? 'attach-limit is-over' : 'attach-limit'}>
        {laterText.mail.attachLimit({
          used: formatBytes(bytes),
          max: formatBytes(composer.maxBytes),
        })}
      </span>
    </div>
  )
}

interface AttachedFileProps {
  readonly name: string
  readonly bytes: number
  readonly upload?: FileUpload | undefined
  readonly onRemove: () => void
}

function AttachedFile({ name, bytes, upload, onRemove }: AttachedFileProps) {
  const { laterText } = useApp()

  return (
    <li class="attached">
      <Icon name="file" size={16} />
      <span class="attachment-name">{name}</span>
      {upload?.kind === 'uploading' ? (
        <progress
          class={upload.isWaiting ? 'is-waiting' : undefined}
          aria-label={name}
          value={upload.sentBytes}
          max={Math.max(1, bytes)}
        />
      ) : null}
      <span class="attachment-size">{formatBytes(bytes)}</span>
      <IconButton
        icon="close"
        label={laterText.mail.removeAttachment({ name })}
        onClick={onRemove}
      />
    </li>
  )
}

/** How far the message is on its way to the server, with a way to stop it. */
export function UploadProgressBar() {
  const { text, laterText } = useApp()
  const { composer } = useComposer()
  const progress = composer.uploads.progress.value
  if (progress === undefined) return null
  const { sentBytes, totalBytes } = progress
  const hasFiles = (composer.draft.value?.files.length ?? 0) > 0
  const { sending, saving, uploading } = laterText.mail
  const texts = composer.status.value.kind === 'sending' ? sending : saving

  return (
    <div class="upload-progress">
      <label>
        <span>{hasFiles ? uploading : texts}</span>
        <progress value={sentBytes} max={Math.max(1, totalBytes)} />
      </label>
      {totalBytes === 0 || !hasFiles ? null : (
        <span class="attach-limit">
          {laterText.mail.attachLimit({
            used: formatBytes(sentBytes),
            max: formatBytes(totalBytes),
          })}
        </span>
      )}
      <button type="button" class="button small" onClick={composer.uploads.stop}>
        {text.stop}
      </button>
    </div>
  )
}
