import type { Failure } from '../wire/http/problem.ts'

/** What the tabs of one user tell each other about the server. */
export type TabMessage =
  /** The server is out; the sender asks again at `retryAt` (Unix ms), after so many attempts. */
  | ({
      readonly kind: 'waiting'
      readonly sender: string
      readonly retryAt: number
      readonly attempts: number
    } & Failure)
  | ({ readonly kind: 'probing' } & Failure)
  | { readonly kind: 'online' }
  | { readonly kind: 'signed-in' }
  /** The owner's settings were changed. */
  | { readonly kind: 'settings'; readonly revision: number }

/** A way to the other tabs of the same user. Nothing comes back to the tab that posts. */
export type TabChannel = ReturnType<typeof openTabChannel>

/** Opens the channel of that name. What is not understood, e.g. from a tab with a newer page, is left out. */
export function openTabChannel(name: string, Channel: typeof BroadcastChannel) {
  const channel = new Channel(name)

  return {
    post: (message: TabMessage) => channel.postMessage(message),
    listen(listener: (message: TabMessage) => void) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const message = parse(data)
        if (message !== undefined) listener(message)
      })
    },
  }
}

function parse(value: unknown): TabMessage | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined
  const { kind } = value
  if (kind === 'online' || kind === 'signed-in') return { kind }
  if (kind === 'settings') {
    return { kind, revision: 'revision' in value ? Number(value.revision) : Infinity }
  }
  const message = 'message' in value ? String(value.message) : ''
  const sentReference = 'reference' in value ? value.reference : undefined
  const reference = typeof sentReference === 'string' ? sentReference : undefined
  if (value.kind === 'probing') return { kind: 'probing', message, reference }
  if (value.kind !== 'waiting') return undefined
  const sender = 'sender' in value ? String(value.sender) : ''
  const retryAt = 'retryAt' in value ? Number(value.retryAt) : Number.NaN
  const attempts = 'attempts' in value ? Number(value.attempts) : Number.NaN
  if (!Number.isFinite(retryAt) || !Number.isFinite(attempts)) return undefined
  return { kind: 'waiting', sender, message, reference, retryAt, attempts }
}
