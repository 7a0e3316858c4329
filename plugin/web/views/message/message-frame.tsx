import { useSignal } from '@preact/signals'

interface MessageFrameProps {
  readonly src: string
  readonly title: string
}

/**
 * The sender's HTML where it can neither run a script nor see this page. Lines on the paper until it is
 * there: the first message after a pause waits for its rendering worker.
 */
export function MessageFrame({ src, title }: MessageFrameProps) {
  const isLoaded = useSignal(false)
  return (
    <iframe
      class={isLoaded.value ? 'message-frame' : 'message-frame is-loading'}
      title={title}
      aria-busy={!isLoaded.value}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
      src={src}
      onLoad={() => (isLoaded.value = true)}
    />
  )
}
