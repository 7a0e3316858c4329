import type { NativeMessage } from '../../../wire/native/types.ts'
import { formatFullDate } from '../../messages/format.ts'
import type { Catalogue } from '../../messages/en.ts'
import { formatAddresses } from '../../state/composer/draft.ts'
import { printUrl } from '../../wire/links.ts'
import { frameNotice, frameRetryMs } from './frame-notice.ts'

/** Id of the frame that is printed; it stays until the next one, for no browser says when it is done with it. */
export const printFrameId = 'print-frame'

/**
 * Prints a message with its heading, without the page around it. The body comes in a frame that no
 * script runs in; the heading is put in as text.
 */
export function printMessage(message: NativeMessage, text: Catalogue, page: Document): void {
  page.getElementById(printFrameId)?.remove()
  const frame = page.createElement('iframe')
  frame.id = printFrameId
  frame.className = 'print-frame'
  frame.title = text.print
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals')
  frame.setAttribute('aria-hidden', 'true')
  frame.src = printUrl(message)
  frame.addEventListener('load', () => {
    const inside = frame.contentDocument
    if (inside === null) return
    if (frameNotice(frame) === 'preparing') {
      setTimeout(() => inside.location.reload(), frameRetryMs)
      return
    }
    // The name a browser proposes for a PDF.
    inside.title = message.row.subject
    inside.body.prepend(heading(message, text, inside))
    frame.contentWindow?.print()
  })
  page.body.append(frame)
}

function heading({ row, bcc }: NativeMessage, text: Catalogue, inside: Document): HTMLElement {
  const header = inside.createElement('header')
  const title = inside.createElement('h1')
  title.textContent = row.subject || text.noSubject
  title.style.font = '600 20px/1.3 system-ui, sans-serif'
  header.append(title)
  const fields: readonly (readonly [string, string])[] = [
    [text.from, formatAddresses(row.from)],
    [text.to, formatAddresses(row.to)],
    [text.cc, formatAddresses(row.cc)],
    [text.bcc, formatAddresses(bcc)],
    [text.date, formatFullDate(row.date)],
  ]
  for (const [label, value] of fields.filter(([, filled]) => filled !== '')) {
    const line = inside.createElement('div')
    line.style.font = '13px/1.5 system-ui, sans-serif'
    line.textContent = `${label}: ${value}`
    header.append(line)
  }
  header.style.marginBottom = '16px'
  header.style.paddingBottom = '12px'
  header.style.borderBottom = '1px solid #c8ccd1'
  return header
}
