/**
 * The window of a frame whose document is the one that bodies are put into (plugin/http/assets/message-frame.ts);
 * undefined before it is there, and where an error page is in its place.
 */
export function messageWindowOf(
  frame: HTMLIFrameElement | null,
): (Window & typeof globalThis) | undefined {
  const inside = frame?.contentDocument
  const isThere =
    inside?.readyState === 'complete' &&
    inside.head.querySelector('meta[name="message-frame"]') !== null
  if (!isThere) return undefined
  // The window of a document of ours has the globals of every window.
  return inside.defaultView ?? undefined
}
