import type { NativeEvent } from '../../../wire/native/types.ts'
import { isVersioned } from '../versioned.ts'

/** A stream of what changes, as long as it lasts. */
export interface EventConnection {
  close(): void
}

export interface EventStreamOptions {
  /** The mailbox on show. */
  readonly mailbox: string
  /** Id of the last event that was read, so that none is missed. */
  readonly lastEventId: string | undefined
  readonly onEvent: (event: NativeEvent, id: string) => void
  /** Called once: refused, cut, or never reached. The stream is closed then. */
  readonly onFailed: () => void
}

/** Opens a stream of events. */
export type OpenEventStream = (options: EventStreamOptions) => EventConnection

/** Opens streams with the browser's EventSource, which is not left to come back automatically: it knows no back-off. */
export function createEventConnections(Source: typeof EventSource): OpenEventStream {
  return ({ mailbox, lastEventId, onEvent, onFailed }) => {
    const query = new URLSearchParams({ _task: 'mail', _action: 'events', _mbox: mailbox })
    if (lastEventId !== undefined) query.set('_last_event_id', lastEventId)
    const source = new Source(`?${query.toString()}`)
    source.addEventListener('message', ({ data, lastEventId: id }: MessageEvent) => {
      const event = parseEvent(data)
      if (event !== undefined) onEvent(event, id)
    })
    source.addEventListener('error', () => {
      source.close()
      onFailed()
    })
    return { close: () => source.close() }
  }
}

function parseEvent(data: unknown): NativeEvent | undefined {
  try {
    const event: unknown = typeof data === 'string' ? JSON.parse(data) : undefined
    return isNativeEvent(event) ? event : undefined
  } catch {
    // Not ours: whatever it says, the next timed refresh finds what changed.
    return undefined
  }
}

function isNativeEvent(value: unknown): value is NativeEvent {
  return isVersioned(value)
}
