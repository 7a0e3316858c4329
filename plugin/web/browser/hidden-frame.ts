import { messageWindowOf } from './message-window.ts'

/**
 * Calls `use` with the window of an empty document that no one sees, and takes it away again. Rejects where the document
 * can not be had.
 */
export async function inHiddenFrame<Result>(
  page: Document,
  src: string,
  use: (window: Window & typeof globalThis) => Result,
): Promise<Result> {
  const frame = page.createElement('iframe')
  frame.hidden = true
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.src = src
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  page.body.append(frame)
  try {
    await loaded
    const window = messageWindowOf(frame)
    if (window === undefined) throw new Error('The empty document for a message did not come')
    return use(window)
  } finally {
    frame.remove()
  }
}
