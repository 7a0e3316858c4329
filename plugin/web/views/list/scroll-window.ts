/** Height of a scrolled element that every browser still honours; Firefox ignores more than 17.8 million pixels. */
const maxScrollHeight = 15_000_000

/** Rows kept above and below those in view, so that a quick scroll meets no empty place. */
export const maxOverscan = 8

/** Where a list is scrolled to, and how much there is of it. */
export interface ScrollParts {
  readonly scrollTop: number
  readonly viewportHeight: number
  readonly rowHeight: number
  readonly total: number
  /** Rows that are kept above and below those in view. */
  readonly overscan?: number
  /** Height that is kept although the rows need less, so that those in view can stay where they are. */
  readonly leastHeight?: number
}

/** The part of a long list that has elements. Rows are as high as each other, so nothing is measured or remembered per row. */
interface ScrollWindow {
  /** Height of the element that is scrolled. */
  readonly height: number
  readonly first: number
  readonly last: number
  /** Rows really in view. */
  readonly firstVisible: number
  readonly lastVisible: number
  /** Pixels of rows above what is visible. */
  readonly offset: number
  readonly topOf: (index: number) => number
}

/** The window at a scroll position. Lists higher than a browser can scroll are scaled, so the last row is always reached. */
export function scrollWindow({
  scrollTop,
  viewportHeight,
  rowHeight,
  total,
  leastHeight = 0,
  overscan = maxOverscan,
}: ScrollParts): ScrollWindow {
  const realHeight = total * rowHeight
  const height = Math.min(Math.max(realHeight, leastHeight), maxScrollHeight)
  const offset = scrollTop * scaleOf(realHeight, height, viewportHeight)
  const firstVisible = clampIndex(Math.floor(offset / rowHeight), total)
  const lastVisible = clampIndex(Math.ceil((offset + viewportHeight) / rowHeight) - 1, total)

  return {
    height,
    offset,
    firstVisible,
    lastVisible,
    first: clampIndex(firstVisible - overscan, total),
    last: clampIndex(lastVisible + overscan, total),
    topOf: (index) => scrollTop + index * rowHeight - offset,
  }
}

/** Where to scroll so that this many pixels of rows are above what is visible. */
export function scrollTopAt(
  offset: number,
  { viewportHeight, rowHeight, total }: ScrollParts,
): number {
  const realHeight = total * rowHeight
  return offset / scaleOf(realHeight, Math.min(realHeight, maxScrollHeight), viewportHeight)
}

/** Where to scroll so that a row is wholly in view; undefined when it is already. */
export function scrollTopFor(index: number, parts: ScrollParts): number | undefined {
  const { scrollTop, viewportHeight, rowHeight, total } = parts
  const realHeight = total * rowHeight
  const scale = scaleOf(realHeight, Math.min(realHeight, maxScrollHeight), viewportHeight)
  const offset = scrollTop * scale
  const top = index * rowHeight
  if (top < offset) return top / scale
  if (top + rowHeight > offset + viewportHeight) return (top + rowHeight - viewportHeight) / scale
  return undefined
}

/** Real pixels per scrolled pixel: 1 for every list a browser can scroll as it is. */
function scaleOf(realHeight: number, height: number, viewportHeight: number): number {
  if (realHeight <= height) return 1
  return (realHeight - viewportHeight) / (height - viewportHeight)
}

function clampIndex(index: number, total: number): number {
  return Math.min(Math.max(0, index), Math.max(0, total - 1))
}
