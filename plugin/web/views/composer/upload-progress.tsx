import { useApp } from '../../app/app-context.ts'
import { useComposer } from './context.ts'

/** How far the files are on their way to the server, with a way to stop them. */
export function UploadProgressBar() {
  const { text } = useApp()
  const { composer } = useComposer()
  const progress = composer.uploads.progress.value
  if (progress === undefined) return null
  const { sentBytes, totalBytes } = progress

  return (
    <div class="upload-progress">
      <label>
        <span>{text.uploading}</span>
        <progress value={sentBytes} max={Math.max(1, totalBytes)} />
      </label>
      {totalBytes === 0 ? null : (
        <span class="attach-limit">{text.attachLimit(sentBytes, totalBytes)}</span>
      )}
      <button type="button" class="button small" onClick={composer.uploads.stop}>
        {text.stop}
      </button>
    </div>
  )
}
