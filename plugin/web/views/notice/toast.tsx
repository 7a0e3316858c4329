import { useApp } from '../../app/app-context.ts'
import { Reference } from './failure.tsx'
import { IconButton } from '../icon/icon-button.tsx'

/** The newest notice. It waits while the pointer or the focus is on it. */
export function Toast() {
  const { text, notices } = useApp()
  const notice = notices.current.value

  return (
    <div role={notice?.tone === 'failure' ? 'alert' : 'status'}>
      {notice === undefined ? null : (
        <div
          key={notice.id}
          class={`toast ${notice.tone}`}
          onPointerEnter={notices.hold}
          onPointerLeave={notices.release}
          onFocusIn={notices.hold}
          onFocusOut={notices.release}
        >
          <span>
            {notice.message} <Reference id={notice.reference} />
          </span>
          {notice.action === undefined ? null : (
            <button type="button" class="toast-act" onClick={notice.action.run}>
              {notice.action.label}
            </button>
          )}
          <IconButton icon="close" label={text.dismiss} onClick={notices.dismiss} />
        </div>
      )}
    </div>
  )
}

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

/** What a screen reader says without being asked: new mail. */
export function LiveRegion() {
  const { notices } = useApp()

  return (
    <div class="only-heard" role="status" aria-live="polite" data-live>
      {notices.announcement.value}
    </div>
  )
}
