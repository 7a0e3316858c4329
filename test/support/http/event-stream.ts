/** A message of an event stream, as a browser reads it (HTML 9.2.6). */
export interface StreamMessage {
  readonly id: string
  readonly event: unknown
}

/** An event stream that is being read. */
export interface EventStreamReader {
  readonly status: number
  readonly headers: Headers
  /** The next message; undefined when the stream has ended. */
  next(): Promise<StreamMessage | undefined>
  /** Reads until a message of the kind comes. Throws when the stream ends before. */
  until(kind: string): Promise<StreamMessage>
  /** All that is left, until the stream ends. */
  rest(): Promise<readonly StreamMessage[]>
  close(): void
}

/** Opens an event stream. The id holds until the next message names another. */
export async function openEventStream(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStreamReader> {
  const life = new AbortController()
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: life.signal,
    redirect: 'manual',
  })
  const messages = readMessages(response)
  const next = async (): Promise<StreamMessage | undefined> => {
    const read = await messages.next()
    return read.done === true ? undefined : read.value
  }

  return {
    status: response.status,
    headers: response.headers,
    next,
    async until(kind) {
      for (;;) {
        const message = await next()
        if (message === undefined) throw new Error(`the stream ended without ${kind}`)
        if (kindOf(message) === kind) return message
      }
    },
    async rest() {
      const left: StreamMessage[] = []
      for (let message = await next(); message !== undefined; message = await next()) {
        left.push(message)
      }
      return left
    },
    close: () => life.abort(),
  }
}

/** The kind a message of ours names. */
export function kindOf({ event }: StreamMessage): string {
  const isNamed = typeof event === 'object' && event !== null && 'kind' in event
  return isNamed && typeof event.kind === 'string' ? event.kind : ''
}

async function* readMessages({ body }: Response): AsyncGenerator<StreamMessage> {
  if (body === null) return
  let text = ''
  let id = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      id = field(block, 'id') ?? id
      const data = field(block, 'data')
      if (data !== undefined) yield { id, event: JSON.parse(data) }
    }
  }
}

function field(block: string, name: string): string | undefined {
  const line = block.split('\n').find((text) => text.startsWith(`${name}: `))
  return line?.slice(name.length + 2)
}
