/** Smaller text could not be read any more: what is wider still scrolls sideways in its frame. */
const minZoom = 0.8

/** A4 and Letter have that much between the margins of a browser; paper does not scroll. */
const paperWidth = '680px'

/** A page that grows with its window would grow for ever: nothing honest is longer. */
const maxHeight = 200_000

/**
 * Makes a frame as high as its document, and a document that is wider than its frame smaller, now and
 * whenever either changes: images arrive, panes are resized. What comes back ends that. The document has
 * to be of this origin; no script ever runs in it.
 */
export function fitFrame({ document, frameElement }: Window): () => void {
  const frame = frameElement
  if (!(frame instanceof HTMLIFrameElement)) return () => undefined
  const { body, documentElement: root } = document
  let requestCount = 0

  const fit = (least = minZoom): void => {
    // Measured at full size: how wide it would like to be.
    body.style.zoom = '1'
    const zoom = Math.max(least, Math.min(1, frame.clientWidth / root.scrollWidth))
    body.style.zoom = String(zoom)
    const borders = frame.offsetHeight - frame.clientHeight
    const needed = Math.ceil(root.getBoundingClientRect().height) + borders
    const height = `${Math.min(maxHeight, needed)}px`
    if (frame.style.height !== height) frame.style.height = height
  }
  const fitWidth = (width: string, least: number): void => {
    frame.style.width = width
    fit(least)
  }
  // Not within the observer's own turn: what is changed there would be told as an error.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(requestCount)
    requestCount = requestAnimationFrame(() => fit())
  })
  const life = new AbortController()
  const { signal } = life
  window.addEventListener('beforeprint', () => fitWidth(paperWidth, 0), { signal })
  window.addEventListener('afterprint', () => fitWidth('', minZoom), { signal })
  fit()
  observer.observe(frame)
  observer.observe(body)
  return () => {
    life.abort()
    cancelAnimationFrame(requestCount)
    observer.disconnect()
  }
}
