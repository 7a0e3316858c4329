import { Readable } from 'node:stream'
import { eventStreamMessage } from '../wire/native/event.ts'
import { NATIVE_VERSION } from '../wire/native/media-type.ts'
import type { NativeEvent, NativeEventEnd } from '../wire/native/types.ts'
import type { NumberedEvent } from './memory.ts'

/** One answer of server-sent events, as long as it lasts. */
export interface EventStream {
  /** The body of the response. */
  readonly body: Readable
  send(event: NumberedEvent): void
  /** Says why, then ends the response. */
  end(reason: NativeEventEnd): void
}

interface EventStreamOptions {
  readonly heartbeatMs: number
  /** A client that lets more than this pile up is cut. */
  readonly maxBufferedBytes: number
  /** How long this client is to wait before it comes back after a restart. */
  readonly retryMs: number
  /** Called once: the stream was ended, the client went away or did not read. */
  readonly onClosed: () => void
}

/** Starts a stream; it beats until it closes. */
export function createEventStream(options: EventStreamOptions): EventStream {
  const { heartbeatMs, maxBufferedBytes, retryMs, onClosed } = options
  const body = new Readable({
    // Events are pushed as they come; what is not read waits in the buffer, up to the limit.
    read: () => undefined,
    highWaterMark: maxBufferedBytes,
  })
  let isOpen = true
  let cutting: ReturnType<typeof setTimeout> | undefined
  const heartbeat = setInterval(() => write(eventStreamMessage(beat)), heartbeatMs)

  const write = (text: string): void => {
    if (!isOpen) return
    body.push(text)
    if (body.readableLength > maxBufferedBytes) body.destroy()
  }

  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    clearInterval(heartbeat)
    onClosed()
  }

  body.once('close', () => {
    clearTimeout(cutting)
    close()
  })
  // For clients that come back automatically (HTML 9.2.6); our page waits as the end tells it.
  write(`retry: ${retryMs}\n\n`)

  return {
    body,
    send: ({ id, json }) => write(eventStreamMessage(json, id)),
    end(reason) {
      if (!isOpen) return
      const retryAfterMs = reason === 'restart' ? retryMs : null
      const event: NativeEvent = { version: NATIVE_VERSION, kind: 'end', reason, retryAfterMs }
      write(eventStreamMessage(JSON.stringify(event)))
      body.push(null)
      // A client that does not read never gets to the end automatically.
      cutting = setTimeout(() => body.destroy(), heartbeatMs)
      close()
    },
  }
}

const beat = JSON.stringify({ version: NATIVE_VERSION, kind: 'heartbeat' } satisfies NativeEvent)
