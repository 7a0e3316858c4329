import { useApp } from '../../app/app-context.ts'

/** How far an act on many messages is, with a way to stop it. The outcome is said by the notice that follows. */
export function ProgressToast() {
  const { text, bulk } = useApp()
  const progress = bulk.progress.value
  if (progress === undefined) return null
  const { done, total } = progress

  return (
    <div class="toast">
      <label class="toast-progress">
        <span>{progress.text}</span>
        <progress value={done} max={Math.max(1, total)} />
        <span class="toast-count">{total === 0 ? '' : text.progress(done, total)}</span>
      </label>
      <button type="button" class="toast-act" onClick={bulk.stop}>
        {text.stop}
      </button>
    </div>
  )
}
