import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { NativeMessage } from '../../../wire/native/types.ts'
import type { FilledFrame } from '../../mail-html-part.ts'
import { messageNameOf } from '../../wire/message-name.ts'
import { useApp } from '../../app/app-context.ts'
import { isPageDark } from '../../browser/dark-scheme.ts'
import { trustSender } from '../../state/settings/settings.ts'
import { WhenLoaded } from '../frame/when-loaded.tsx'
import { Icon } from '../icon/icon.tsx'
import { BarButton } from './bar-buttons.tsx'
import { MessageFrame } from './frame.tsx'
import { PlainText } from './plain-text.tsx'

/** After this without a frame, or an invitation, every part is listed: what does not come hides nothing. */
const frameWaitMs = 3_000

/** The body: the sender's HTML in its frame, or plain text. */
export function MessageBody({ message }: { readonly message: NativeMessage }) {
  const { text, listedParts, settings, notices } = useApp()
  const { remoteImages, trustedSenders } = settings.preferences.value
  const wantsRemote = useSignal(false)
  const { from } = message.row
  const [sender, ...others] = from
  const isFromContact = useIsFromContact(message)
  const isTrusted =
    from.length > 0 && from.every(({ address }) => trustedSenders.includes(address.toLowerCase()))
  const showsRemote =
    wantsRemote.value ||
    remoteImages === 'always' ||
    (remoteImages === 'contacts' && (isFromContact || isTrusted)) ||
    (remoteImages === 'ask' && isTrusted)
  const showsPlain = useSignal(false)
  const isOnDark = isPageDark(window)
  const wantsOriginal = useSignal(false)
  const isDark = isOnDark && !wantsOriginal.value
  /** Told by the frame once it is filled. */
  const filled = useSignal<FilledFrame | undefined>(undefined)
  const isLate = useSignal(false)
  const showsFrame = message.html !== null && !showsPlain.value
  const shownParts = filled.value && [...filled.value.images.keys()]
  const shown = showsFrame ? shownParts : []
  useEffect(() => {
    if (shown !== undefined) listedParts.notify(message, { frame: shown })
    const timer = setTimeout(() => listedParts.listRest(message), frameWaitMs)
    return () => clearTimeout(timer)
  }, [message, showsFrame, filled.value])

  return (
    <>
      {message.html !== null ? (
        <div class="message-bar">
          {filled.value?.hasRemoteContent === true && showsFrame && !showsRemote ? (
            <>
              <Icon name="image" />
              <span class="bar-text">{text.imagesBlocked}</span>
              {remoteImages === 'never' ? null : (
                <>
                  <BarButton label={text.showImages} action={() => (wantsRemote.value = true)} />
                  {sender === undefined || others.length > 0 ? null : (
                    <BarButton
                      label={text.alwaysShowImages}
                      action={() => {
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
          {isOnDark && showsFrame ? (
            <BarButton
              isQuiet
              label={isDark ? text.originalColors : text.darkColors}
              action={() => (wantsOriginal.value = isDark)}
            />
          ) : null}
          <BarButton
            isQuiet
            label={showsPlain.value ? text.showHtml : text.showPlain}
            action={() => (showsPlain.value = !showsPlain.value)}
          />
        </div>
      ) : null}
      {showsFrame && isLate.value ? (
        <div class="message-bar" role="status">
          <span class="bar-text">{text.preparing}</span>
          <BarButton label={text.showText} action={() => (showsPlain.value = true)} />
        </div>
      ) : null}
      {showsFrame ? (
        <MessageFrame
          key={`${showsRemote} ${isDark}`}
          isDark={isDark}
          message={message}
          showsRemote={showsRemote}
          title={text.bodyTitle}
          onFilled={(now) => (filled.value = now)}
          onLate={(is) => (isLate.value = is)}
        />
      ) : (
        <PlainBody message={message} />
      )}
    </>
  )
}

/**
 * Whether every author is one of the owner's contacts, as far as that matters. The server says it with the message; of one
 * that is open it is asked again when the page has changed contacts.
 */
function useIsFromContact(message: NativeMessage): boolean {
  const { contactChanges, settings, questionMessage } = useApp()
  const isKnown = useSignal(message.html?.isFromContact === true)
  const changes = contactChanges.value
  const seen = useRef(changes)
  const { remoteImages } = settings.preferences.value
  useEffect(() => {
    if (remoteImages !== 'contacts' || seen.current === changes) return undefined
    seen.current = changes
    const leaving = new AbortController()
    questionMessage(messageNameOf(message), leaving.signal).then(
      ({ html }) => (isKnown.value = html?.isFromContact === true),
      // It stays as it was: what they ask for themselves is still shown.
      () => undefined,
    )
    return () => leaving.abort()
  }, [remoteImages, changes])
  return isKnown.value
}

function PlainBody({ message }: { readonly message: NativeMessage }) {
  const { parts } = useApp()
  if (message.isTextMissing === true) return <WhenLoaded part={parts.rendered} />
  return <PlainText text={message.text} />
}
