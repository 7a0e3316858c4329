/** It follows a link there. */
const OWN_KEYS: readonly string[] = ['Enter']

/**
 * Gives the page the keys that are pressed in a frame, as if its element had the focus, until `signal`: whoever clicked
 * into a message still answers or leaves it by key.
 */
export function forwardKeys(window: Window, signal: AbortSignal): void {
  const forward = (event: KeyboardEvent): void => {
    if (OWN_KEYS.includes(event.key)) return
    const isFree = window.frameElement?.dispatchEvent(new KeyboardEvent(event.type, event)) ?? true
    if (!isFree) event.preventDefault()
  }
  window.addEventListener('keydown', forward, { signal })
}
