import { useApp } from '../../app/app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'
import type { ComposerState } from '../../state/composer/composer-state.ts'
import { draftUrl } from '../../wire/links.ts'
import { useComposer, useWriting } from './context.ts'
import type { Placement } from './placement.ts'

/** Minimizes the composer, takes it off the message it answers, or gives it all of the page. */
export function PlacementButtons({ placement }: { readonly placement: Placement }) {
  const { laterText, layout, notices } = useApp()
  const { composers } = useWriting()
  const { composer } = useComposer()
  const { minimize, popOut, openInWindow, fullScreen, exitFullScreen } = laterText.mail
  const isFull = composers.size.value === 'page'

  return (
    <>
      {placement === 'below' ? (
        <IconButton icon="pop-out" label={popOut} onClick={() => composers.resize('panel')} />
      ) : layout.isNarrow.value ? null : (
        <IconButton
          icon="new-window"
          label={openInWindow}
          onClick={() => {
            const opened = openWindow()
            if (opened === null) notices.say(laterText.mail.windowBlocked)
            else void moveToWindow(composer, opened)
          }}
        />
      )}
      <IconButton icon="minimize" label={minimize} onClick={composers.minimize} />
      {layout.isNarrow.value ? null : (
        <IconButton
          icon={isFull ? 'shrink' : 'full-screen'}
          label={isFull ? exitFullScreen : fullScreen}
          onClick={() => composers.resize(isFull ? 'usual' : 'page')}
        />
      )}
    </>
  )
}

/** Narrow enough that the message takes all of it. */
const WINDOW = 'popup,width=760,height=760'

/** Opened at once, since a browser refuses a window that no press of a button opens; null where it refuses any. */
function openWindow(): Window | null {
  return window.open('about:blank', '_blank', WINDOW)
}

/** What is written goes by the server. */
async function moveToWindow(composer: ComposerState, opened: Window): Promise<void> {
  // A window begins with a copy of this tab's storage: what is written here would be opened there as well.
  opened.sessionStorage.clear()
  const stored = await composer.moveToServer()
  if (stored === undefined) opened.close()
  else opened.location.replace(new URL(draftUrl(stored), window.location.href))
}
