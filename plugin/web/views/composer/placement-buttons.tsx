import { useApp } from '../../app/app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { useWriting } from './context.ts'
import type { Placement } from './placement.ts'

/** Minimizes the composer, takes it off the message it answers, or gives it all of the page. */
export function PlacementButtons({ placement }: { readonly placement: Placement }) {
  const { laterText, layout } = useApp()
  const { composers } = useWriting()
  const { minimize, popOut, fullScreen, exitFullScreen } = laterText.mail
  const isFull = composers.size.value === 'page'

  return (
    <>
      {placement === 'below' ? (
        <IconButton icon="pop-out" label={popOut} onClick={() => composers.resize('panel')} />
      ) : null}
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
