/** True for a drag of files from outside of the browser. */
export function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/**
 * Keeps the page when a file or a link is dropped where nothing takes it: a browser would leave the page
 * for it. Text still goes into fields.
 */
export function keepPageOnDrop(page: Document): void {
  const { dataset } = page.documentElement

  function refuse(event: DragEvent): void {
    // A frame has the events of its area for itself: meanwhile it takes none (styles/base.css).
    dataset['drag'] = carriesFiles(event) ? 'file' : 'other'
    if (event.defaultPrevented || !wouldLeave(event)) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none'
  }

  function over(event: DragEvent): void {
    if (event.type === 'drop' && wouldLeave(event)) event.preventDefault()
    // Out of the window, not from one element to the next.
    if (event.type !== 'dragleave' || event.relatedTarget === null) delete dataset['drag']
  }

  for (const type of ['dragenter', 'dragover'] as const) page.addEventListener(type, refuse)
  for (const type of ['dragleave', 'dragend', 'drop'] as const) page.addEventListener(type, over)
}

function wouldLeave(event: DragEvent): boolean {
  if (carriesFiles(event)) return true
  const isField =
    event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null
  return !isField && (event.dataTransfer?.types.includes('text/uri-list') ?? false)
}
