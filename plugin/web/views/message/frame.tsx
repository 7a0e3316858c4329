import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { frameNotice, frameRetryMs, isErrorPage, type FrameNotice } from './frame-notice.ts'

interface MessageFrameProps {
  readonly src: string
  readonly title: string
  /** Nobody has asked for it yet, or the rest of the message is still on its way. */
  readonly isAhead: boolean
  /** Called with the parts of the message that the document says it shows; none when it does not say. */
  readonly onShownParts?: (ids: readonly string[]) => void
  /** Called with whether the document shows images of other servers. */
  readonly onRemoteShown?: (isShown: boolean) => void
  /** Called when it is known what the frame shows, and while that takes long. */
  readonly onNotice: (notice: FrameNotice | undefined) => void
  /** The body was not ready: time to ask again. */
  readonly onRetry: () => void
}

const parsedCheckMs = 100
/** A body that takes longer is said to be prepared. */
const slowMs = 1_500

/**
 * The sender's HTML where no script runs and nothing but images is loaded. It has our origin so that the
 * page can measure it; without `allow-scripts` that lets nothing out (HTML 7.1.5). Lines on the paper until
 * it is there: the first message after a pause waits for its rendering worker.
 */
export function MessageFrame(props: MessageFrameProps) {
  const { src, title, isAhead, onShownParts, onRemoteShown, onNotice, onRetry } = props
  const isLoaded = useSignal(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const isWithoutBody = useRef(false)
  useEffect(() => {
    if (isLoaded.value && frame.current !== null) {
      const notice = frameNotice(frame.current)
      onNotice(notice)
      if (isAhead && (notice === 'preparing' || isErrorPage(frame.current))) {
        isWithoutBody.current = true
        return undefined
      }
      // What could not be had ahead is asked for anew once it is wanted.
      if (isWithoutBody.current) {
        onRetry()
        return undefined
      }
      if (notice === 'preparing') {
        const retry = setTimeout(onRetry, frameRetryMs)
        return () => clearTimeout(retry)
      }
      onShownParts?.(shownParts(frame.current))
      onRemoteShown?.(namedInHead(frame.current, 'postern-remote') !== undefined)
      return fitFrame(frame.current)
    }
    const slow = setTimeout(() => onNotice('preparing'), slowMs)
    // The event `load` waits for every image: one that hangs would keep the text in a small box.
    const timer = setInterval(() => (isLoaded.value ||= isParsed(frame.current)), parsedCheckMs)
    return () => {
      clearTimeout(slow)
      clearInterval(timer)
    }
  }, [isLoaded.value, isAhead])

  return (
    <iframe
      ref={frame}
      class={isLoaded.value ? 'message-frame' : 'message-frame is-loading'}
      title={title}
      aria-busy={!isLoaded.value}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
      src={src}
      onLoad={() => (isLoaded.value = true)}
    />
  )
}

function isParsed(frame: HTMLIFrameElement | null): boolean {
  const inside = frame?.contentDocument
  if (inside === null || inside === undefined) return false
  return inside.URL !== 'about:blank' && inside.readyState !== 'loading'
}

/** Named in the head, which the sender has no part in (proxy/mail/render/frame-document.ts). */
function shownParts(frame: HTMLIFrameElement): readonly string[] {
  return namedInHead(frame, 'postern-shown')?.split(' ') ?? []
}

function namedInHead(frame: HTMLIFrameElement, name: string): string | undefined {
  return frame.contentDocument?.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}

/** Smaller text could not be read any more: what is wider still scrolls sideways in its frame. */
const minZoom = 0.4

/** A page that grows with its window would grow for ever: nothing honest is longer. */
const maxHeight = 200_000

/**
 * Makes a frame as high as its document, and a document that is wider than its frame smaller, now and
 * whenever either changes: images arrive, panes are resized. What comes back ends that. The document has
 * to be of this origin; no script ever runs in it.
 */
function fitFrame(frame: HTMLIFrameElement): () => void {
  const inside = frame.contentDocument
  if (inside === null) return () => undefined
  const { body, documentElement: root } = inside
  let asked = 0

  const fit = (): void => {
    // Measured at full size: how wide it would like to be.
    body.style.zoom = '1'
    const zoom = Math.max(minZoom, Math.min(1, frame.clientWidth / root.scrollWidth))
    body.style.zoom = String(zoom)
    const borders = frame.offsetHeight - frame.clientHeight
    const needed = Math.ceil(root.getBoundingClientRect().height) + borders
    const height = `${Math.min(maxHeight, needed)}px`
    if (frame.style.height !== height) frame.style.height = height
  }
  // Not within the observer's own turn: what is changed there would be told as an error.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(asked)
    asked = requestAnimationFrame(fit)
  })
  fit()
  observer.observe(frame)
  observer.observe(body)
  return () => {
    cancelAnimationFrame(asked)
    observer.disconnect()
  }
}
