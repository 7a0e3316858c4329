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
