import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NativePart } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import type { ViewedMessage } from '../../state/notice/dialogs.ts'
import { messageNameOf } from '../../wire/message-name.ts'
import { NoText, NotShown } from './text.tsx'

interface ViewedMediaProps {
  readonly message: ViewedMessage
  readonly part: NativePart
}

/** Sound or video, played by the browser. The server sends it as bytes: its type is given to it here alone. */
export function ViewedMedia({ message, part: { id, type, filename } }: ViewedMediaProps) {
  const { http } = useApp()
  const url = useSignal('coming')
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    http.bytes('get', { ...messageNameOf(message), partId: id }, signal).then(
      (content) => {
        if (signal.aborted) return
        const made = URL.createObjectURL(new Blob([content], { type }))
        signal.addEventListener('abort', () => URL.revokeObjectURL(made))
        url.value = made
      },
      () => {
        if (!signal.aborted) url.value = 'none'
      },
    )
    return () => leaving.abort()
  }, [])

  if (url.value === 'coming') return <NoText state={{ kind: 'coming' }} />
  if (url.value === 'none') return <NotShown />
  const Player = type.startsWith('video/') ? 'video' : 'audio'
  return (
    <div class="viewer-image">
      <Player
        controls
        src={url.value}
        aria-label={filename}
        data-keeps-arrows
        onError={() => (url.value = 'none')}
      />
    </div>
  )
}
