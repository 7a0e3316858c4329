/** What stands in a frame in place of the sender's HTML (plugin/actions/message/frame.ts); undefined: that is there. */
export type FrameNotice = 'preparing' | 'too-heavy'

/** The notice of a frame that is loaded. Only the server writes it: mail has no `meta` left. */
export function frameNotice(frame: HTMLIFrameElement | null): FrameNotice | undefined {
  const meta = frame?.contentDocument?.querySelector('head > meta[name="postern-notice"]')
  const name = meta?.getAttribute('content')
  return name === 'preparing' || name === 'too-heavy' ? name : undefined
}

/** Our pages bring a style sheet, the browser's own are out of reach; bodies have neither. */
export function isErrorPage({ contentDocument: inside }: HTMLIFrameElement): boolean {
  if (inside === null) return true
  return inside.querySelector('head > link') !== null
}

/** Pause before a body that was not ready is asked for again. */
export const frameRetryMs = 2_000
