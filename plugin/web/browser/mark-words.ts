/** A text has so many marks at most: what is found everywhere needs none. */
const MAX_MARKS = 2_000

/** A window with what it can mark. */
type PageWindow = Window & typeof globalThis

/**
 * Marks what a pattern finds in the texts of a window, by the CSS Custom Highlight API: its document stays as it is, so links, selection and
 * what the page draws next are as before. What was marked by that name before is so no more. A browser without the API shows no
 * marks. Words that continue in another element are not found.
 *
 * @param name as style rules name the marks (`::highlight(name)`).
 * @param texts elements that are drawn.
 */
export function markWords(
  { CSS, Highlight, NodeFilter }: PageWindow,
  name: string,
  texts: Iterable<Element>,
  pattern: RegExp,
): void {
  if (!('highlights' in CSS)) return
  const marks = new Highlight()
  for (const element of texts) {
    const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null && marks.size < MAX_MARKS) {
      for (const range of rangesOf(walker.currentNode, pattern)) marks.add(range)
    }
  }
  CSS.highlights.set(name, marks)
}

/** Ends what {@link markWords} began. */
export function unmarkWords({ CSS }: PageWindow, name: string): void {
  if ('highlights' in CSS) CSS.highlights.delete(name)
}

function rangesOf(text: Node, pattern: RegExp): readonly Range[] {
  return [...(text.nodeValue ?? '').matchAll(pattern)].slice(0, MAX_MARKS).map((found) => {
    const range = new Range()
    range.setStart(text, found.index)
    range.setEnd(text, found.index + found[0].length)
    return range
  })
}
