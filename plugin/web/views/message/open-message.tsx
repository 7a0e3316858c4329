import type { NativeMessage, NativeMessageName, NativeRow } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { WhenLoaded } from '../frame/when-loaded.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { Attachments } from './attachments.tsx'
import { MessageBody } from './body.tsx'
import { MessageHeader } from './header.tsx'
import { MessageToolbar } from './toolbar.tsx'

interface OpenMessageProps {
  readonly name: NativeMessageName
  /** What the list reports it; undefined for one that no row on the page is of. */
  readonly row: NativeRow | undefined
  /** undefined while it loads. */
  readonly message: NativeMessage | undefined
}

/**
 * The open message: what can be done with it, who wrote it, its files and its body. What its row in the list tells is
 * there while the rest loads, so that it can be left, answered or deleted at once.
 */
export function OpenMessage({ name, row, message }: OpenMessageProps) {
  const { text, parts, reader, navigation } = useApp()

  return (
    <article class="message">
      {row === undefined ? (
        <div class="message-toolbar narrow-only">
          <IconButton icon="back" label={text.back} onClick={navigation.back} />
        </div>
      ) : (
        <MessageToolbar name={name} row={row} />
      )}
      <div
        class={(message?.html ?? null) === null ? 'message-content' : 'message-content has-html'}
        onPointerDown={reader.turnTo}
        onWheel={reader.turnTo}
      >
        <WhenLoaded part={parts.earlier} />
        <div class="message-open">
          {row === undefined ? null : <MessageHeader row={row} message={message} />}
          {message === undefined ? (
            <div class="message-coming" role="status" aria-label={text.loading} />
          ) : (
            <>
              <Attachments message={message} />
              <WhenLoaded part={parts.receipt} />
              <MessageBody message={message} />
            </>
          )}
          <WhenLoaded part={parts.later} />
        </div>
      </div>
    </article>
  )
}
