/** Address of a text that a link with `download` saves as a file. */
export function textFileUrl(text: string): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
}

/**
 * Copies a text. Where the browser does not let pages, as over plain HTTP, it selects the element that shows it in its
 * place, and answers false.
 */
export async function copyText(text: string, shown: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    getSelection()?.selectAllChildren(shown)
    return false
  }
}

/** Of the frame that is printed, as plugin/web/views/message/print.ts has it: it stays until the next one. */
const FRAME = 'print-frame'

/** Prints a text alone, without the page around it. */
export function printText(page: Document, title: string, text: string): void {
  page.getElementById(FRAME)?.remove()
  const frame = page.createElement('iframe')
  frame.id = FRAME
  frame.className = FRAME
  frame.title = title
  frame.setAttribute('aria-hidden', 'true')
  frame.addEventListener('load', () => {
    const { contentDocument: inside, contentWindow: window } = frame
    if (inside === null || window === null) return
    // The name a browser proposes for a PDF.
    inside.title = title
    const texts = inside.createElement('pre')
    texts.textContent = text
    inside.body.replaceChildren(texts)
    window.print()
  })
  page.body.append(frame)
}

/** Saves a text as a file, of any length: an address that holds the text itself has a limit. */
export function saveTextFile(page: Document, name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = page.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
