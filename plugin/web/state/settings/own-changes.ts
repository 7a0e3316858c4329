const CHANGES = ['sessions', 'templates', 'passkeys', 'contacts'] as const

/** What of the owner's things a tab may have changed, apart from their settings (wire/tab-channel.ts). */
export type OwnChange = (typeof CHANGES)[number]

/** What the tabs of one user that show their things tell each other. Nothing comes back to the tab that tells. */
export interface OwnChanges {
  publish(change: OwnChange): void
  close(): void
}

/**
 * Opens the way to the other tabs of this user, in a channel of its own: who needs it comes with a later part of the page.
 * What is not understood, e.g. from a tab with a newer page, is left out.
 */
export function openOwnChanges(
  user: string,
  Channel: typeof BroadcastChannel,
  onChange: (change: OwnChange) => void,
): OwnChanges {
  const channel = new Channel(`postern-own.${user}`)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isChange(data)) onChange(data)
  })
  return {
    publish: (change) => channel.postMessage(change),
    close: () => channel.close(),
  }
}

function isChange(value: unknown): value is OwnChange {
  return CHANGES.some((change) => change === value)
}
