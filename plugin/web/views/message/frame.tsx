import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { NativeMessage } from '../../../wire/native/types.ts'
import type { FilledFrame } from '../../mail-html-part.ts'
import { messageNameOf } from '../../wire/message-name.ts'
import { useApp } from '../../app/app-context.ts'
import { showImages } from './inline-images.ts'
import { messageWindowOf } from '../../browser/message-window.ts'

interface MessageFrameProps {
  readonly message: NativeMessage
  readonly showsRemote: boolean
  /** True for the colours of the dark page instead of those that the sender gave it. */
  readonly isDark: boolean
  readonly title: string
  /** Called once the body is there. */
  readonly onFilled: (filled: FilledFrame) => void
  /** Called when the document or the code for it takes long or could not be had, and again once the body is there. */
  readonly onLate: (isLate: boolean) => void
}

/** Pause before the user is told, and what could not be had is requested again. */
const retryMs = 2_000

/**
 * The sender's HTML, sanitized, where no script runs and nothing but images is loaded. The frame has our origin so that
 * the page can fill and measure it; without `allow-scripts` that lets nothing out (HTML 7.1.5).
 */
export function MessageFrame(props: MessageFrameProps) {
  const { message, showsRemote, isDark, title, onFilled, onLate } = props
  const { env, mailHtml, http } = useApp()
  const frame = useRef<HTMLIFrameElement>(null)
  /** How often the document came; it may be an error page. */
  const loads = useSignal(0)
  const attempt = useSignal(0)
  const isFilled = useSignal(false)
  const src = showsRemote ? env.messageFrames.withImages : env.messageFrames.withoutImages
  const code = mailHtml.code.value
  // Where it fails, it is tried again as long as a user waits.
  const load = () => void mailHtml.load().catch(() => undefined)

  useEffect(() => {
    load()
    const window = messageWindowOf(frame.current)
    const { html } = message
    if (code === undefined || window === undefined || html === null) return undefined
    const { attachments } = message
    const dark = isDark ? code.pageColors() : undefined
    const filled = code.fillFrame(window, { html, attachments, showsRemote, dark })
    isFilled.value = true
    onLate(false)
    onFilled(filled)
    const life = new AbortController()
    const name = messageNameOf(message)
    const fetchPart = (partId: string) => http.bytes('get', { ...name, partId }, life.signal)
    void showImages(filled.images, fetchPart, life.signal)
    code.forwardKeys(window, life.signal)
    const stopFitting = code.fitFrame(window)
    return () => {
      stopFitting()
      life.abort()
    }
  }, [message.html?.content, code, loads.value])

  useEffect(() => {
    if (isFilled.value) return undefined
    const timer = setInterval(() => {
      onLate(true)
      load()
      // Something else came in its place.
      const isOther = loads.value > 0 && messageWindowOf(frame.current) === undefined
      if (isOther) attempt.value += 1
    }, retryMs)
    return () => clearInterval(timer)
  }, [isFilled.value])

  return (
    <iframe
      key={attempt.value}
      ref={frame}
      class={`message-frame${isDark ? ' is-dark' : ''}${isFilled.value ? '' : ' is-loading'}`}
      title={title}
      aria-busy={!isFilled.value}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
      src={src}
      onLoad={() => (loads.value += 1)}
    />
  )
}
