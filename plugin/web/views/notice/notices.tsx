import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import type { Notice } from '../../state/notice/notices.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Reference } from './failure.tsx'

type NoticePosition = 'list' | 'folders' | 'composer' | 'dialog'

/**
 * All notices, over the one part of the page in which they can be pressed and cover no control that does not scroll: over
 * the end of the list, of the folders while these lie over it, of what is being written, or below a dialog.
 */
export function Notices({ over }: { readonly over: NoticePosition }) {
  return over === useNoticePosition() ? <NoticeStack /> : null
}

function useNoticePosition(): NoticePosition {
  const { composer, dialogs, navigation } = useApp()
  if (dialogs.depth.value > 0) return 'dialog'
  if (composer.isOpen.value && composer.part.value !== undefined) return 'composer'
  return navigation.pane.value === 'folders' ? 'folders' : 'list'
}

/** The newest stands lowest. None leaves automatically while the pointer or the focus is on one. */
function NoticeStack() {
  const { notices, parts } = useApp()
  const shown = notices.shown.value
  const ListBanners = parts.banners.View.value
  const isThere = useSignal(false)
  const cameFrom = useRef<EventTarget | null>(null)

  // A live region says what is put into it, and not what it is made with.
  useEffect(() => {
    isThere.value = true
  }, [])
  // Who dismissed one by key continues where they were.
  useLayoutEffect(() => {
    const { current } = cameFrom
    if (document.activeElement === document.body && current instanceof HTMLElement) current.focus()
  }, [shown])
  const toasts = (tone: Notice['tone']) =>
    isThere.value
      ? shown
          .filter((notice) => notice.tone === tone)
          .map((notice) => <Toast key={notice.id} notice={notice} />)
      : null

  return (
    <div
      class="notices"
      // One that appears below a pointer at rest is not pointed at.
      onPointerMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) notices.hold()
      }}
      onPointerLeave={notices.release}
      onFocusIn={({ relatedTarget, currentTarget }) => {
        notices.hold()
        if (!isWithin(currentTarget, relatedTarget)) cameFrom.current = relatedTarget
      }}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        notices.release()
        if (relatedTarget !== null && !isWithin(currentTarget, relatedTarget))
          cameFrom.current = null
      }}
    >
      <ConnectionBanner />
      {ListBanners === undefined ? null : <ListBanners />}
      <ProgressToast />
      {toasts('failure')}
      <div role="status" aria-atomic="false">
        {toasts('plain')}
      </div>
    </div>
  )
}

function isWithin(element: Element, target: EventTarget | null): boolean {
  return target instanceof Node && element.contains(target)
}

function Toast({ notice }: { readonly notice: Notice }) {
  const { text, notices } = useApp()
  const dismiss = () => notices.dismiss(notice.id)

  return (
    <div
      class={`toast ${notice.tone}`}
      role={notice.tone === 'failure' ? 'alert' : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        dismiss()
      }}
    >
      <span>
        {notice.message} <Reference id={notice.reference} />
      </span>
      {notice.action === undefined ? null : (
        <button type="button" class="toast-act" onClick={notice.action.run}>
          {notice.action.label}
        </button>
      )}
      <IconButton icon="close" label={text.dismiss} onClick={dismiss} />
    </div>
  )
}

/** How far an action on many messages is, with a way to stop it. The outcome is said by the notice that follows. */
function ProgressToast() {
  const { text, bulk } = useApp()
  const progress = bulk.progress.value
  if (progress === undefined) return null
  const { done, total } = progress

  return (
    <div class="toast">
      <label class="toast-progress">
        <span>{progress.text}</span>
        <progress value={done} max={Math.max(1, total)} />
        <span class="toast-count">{total === 0 ? '' : text.progress({ done, total })}</span>
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
