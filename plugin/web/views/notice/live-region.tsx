import { useApp } from '../../app/app-context.ts'

/** What a screen reader says without being asked: new mail. */
export function LiveRegion() {
  const { notices } = useApp()

  return (
    <div class="only-heard" role="status" aria-live="polite" data-live>
      {notices.announcement.value}
    </div>
  )
}
