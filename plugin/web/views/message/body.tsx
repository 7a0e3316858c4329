import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { NativeMessage, NativeMessageName } from '../../../wire/native/types.ts'
import { frameUrl } from '../../wire/links.ts'
import { useApp } from '../../app/app-context.ts'
import { trustSender } from '../../state/settings/settings.ts'
import { Icon } from '../icon/icon.tsx'
import type { FrameNotice } from './frame-notice.ts'
import { BarButton, SourceLink } from './bar-acts.tsx'
import { MessageFrame } from './frame.tsx'
import { PlainText } from './plain-text.tsx'
import { RenderedText } from './rendered-text.tsx'
import { TruncatedBar } from './truncated-bar.tsx'

/** After this without a frame every part is listed: what does not come hides nothing. */
const frameWaitMs = 3_000

interface MessageBodyProps {
  readonly name: NativeMessageName
  /** undefined while it is on its way: its frame is loaded meanwhile. */
  readonly message: NativeMessage | undefined
}

/** The body: the sender's HTML in its frame, or plain text. */
export function MessageBody({ name, message }: MessageBodyProps) {
  const { text, list, listedParts, settings, notices, contactChanges } = useApp()
  const { remoteImages, trustedSenders } = settings.preferences.value
  const wantsRemote = useSignal(false)
  const asksRemote = remoteImages === 'always' || wantsRemote.value
  /** Told by the frame: whose images are shown may be the server's to say. */
  const isRemoteShown = useSignal(false)
  const showsRemote = asksRemote || isRemoteShown.value
  const showsPlain = useSignal(false)
  /** Told by the frame, which may be there before the message. */
  const shownParts = useSignal<readonly string[] | undefined>(undefined)
  const notice = useSignal<FrameNotice | undefined>(undefined)
  const attempt = useSignal(1)
  const asksSender =
    remoteImages === 'contacts'
      ? 'contacts'
      : remoteImages === 'ask' && trustedSenders.length > 0 && 'trusted'
  const [sender, ...others] = message?.row.from ?? []
  const src = frameUrl(name, asksRemote || asksSender)
  /** What a sender was known by when the frame was asked for, as long as it shows no images of other servers. */
  const known = useRef('')
  const { from = [] } = message?.row ?? list.rowOf(name) ?? {}
  const isTrusted = from.some(({ address }) => trustedSenders.includes(address.toLowerCase()))
  const changes = contactChanges.value
  if (asksSender && !showsRemote) known.current = `${isTrusted} ${changes}`
  const showsFrame = message === undefined || (message.hasHtml && !showsPlain.value)
  const shown = showsFrame ? shownParts.value : []
  useEffect(() => {
    if (message === undefined) return undefined
    if (shown !== undefined) listedParts.tell(message, shown)
    const listAll = () => listedParts.isTold(message) || listedParts.tell(message, [])
    const timer = setTimeout(listAll, frameWaitMs)
    return () => clearTimeout(timer)
  }, [message, showsFrame, shownParts.value])

  return (
    <>
      {message?.isTruncated === true ? <TruncatedBar message={message} /> : null}
      {message?.hasHtml === true ? (
        <div class="message-bar">
          {message.hasRemoteContent && showsFrame && !showsRemote ? (
            <>
              <Icon name="image" />
              <span class="bar-text">{text.imagesBlocked}</span>
              {remoteImages === 'never' ? null : (
                <>
                  <BarButton label={text.showImages} act={() => (wantsRemote.value = true)} />
                  {sender === undefined || others.length > 0 ? null : (
                    <BarButton
                      label={text.alwaysShowImages}
                      act={() => {
                        wantsRemote.value = true
                        trustSender(settings, sender.address.toLowerCase()).catch(
                          (error: unknown) => {
                            notices.failed(error)
                          },
                        )
                      }}
                    />
                  )}
                </>
              )}
            </>
          ) : (
            <span class="spring" />
          )}
          <BarButton
            isQuiet
            label={showsPlain.value ? text.showHtml : text.showPlain}
            act={() => (showsPlain.value = !showsPlain.value)}
          />
        </div>
      ) : null}
      {showsFrame ? <BodyNotice notice={notice.value} {...{ message, showsPlain }} /> : null}
      {showsFrame ? (
        <MessageFrame
          key={`${src} ${attempt.value} ${known.current}`}
          src={src}
          title={text.bodyTitle}
          isAhead={message === undefined}
          onShownParts={(ids) => (shownParts.value = ids)}
          onRemoteShown={(isShown) => (isRemoteShown.value = isShown)}
          onNotice={(found) => (notice.value = found)}
          onRetry={() => (attempt.value += 1)}
        />
      ) : (
        <PlainBody message={message} />
      )}
    </>
  )
}

function PlainBody({ message }: { readonly message: NativeMessage }) {
  if (message.isTextMissing === true) return <RenderedText message={message} />
  return <PlainText text={message.text} />
}

interface BodyNoticeProps {
  readonly notice: FrameNotice | undefined
  /** undefined: still on its way. */
  readonly message: NativeMessage | undefined
  readonly showsPlain: Signal<boolean>
}

/** Says why the sender's HTML is not there, and what is instead. */
function BodyNotice({ notice, message, showsPlain }: BodyNoticeProps) {
  const { text } = useApp()
  if (notice === undefined) return null
  return (
    <div class="message-bar" role="status">
      <span class="bar-text">{notice === 'preparing' ? text.preparing : text.tooHeavy}</span>
      {notice === 'preparing' || message === undefined ? null : (
        <>
          <BarButton label={text.showText} act={() => (showsPlain.value = true)} />
          <SourceLink message={message} />
        </>
      )}
    </div>
  )
}
