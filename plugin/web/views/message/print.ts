import type { NativeMessage } from '../../../wire/native/types.ts'
import type { fillFrame } from '../../mail-html-part.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import { formatFullDate } from '../../texts/format.ts'
import { formatAddresses } from '../../texts/address-text.ts'
import { showImages } from './inline-images.ts'
import { messageWindowOf } from '../../browser/message-window.ts'
import type { PrintContext } from '../../state/message/print.ts'
import { messageNameOf } from '../../wire/message-name.ts'

/** Id of the frame that is printed; it stays until the next one, for no browser says when it is done with it. */
const printFrameId = 'print-frame'

/**
 * No style of the sender hides or changes what the heading says: what is important in a layer wins over all that stands
 * in none (CSS Cascade 5, 6.4.4).
 */
const headingStyle = `@layer heading{body>header:first-child,body>header:first-child *{display:block!important;
visibility:visible!important;opacity:1!important;float:none!important;width:auto!important;height:auto!important;
max-height:none!important;overflow:visible!important;color:#1f2328!important;background:none!important;
text-indent:0!important;text-transform:none!important}}`

/**
 * Prints a message with its heading, without the page around it and without images of other servers. Its body stands in
 * a frame that no script runs in; heading and plain text are put in as text.
 */
export function printMessage(
  message: NativeMessage,
  fill: typeof fillFrame,
  { text, env, http }: PrintContext,
): void {
  const { signal } = new AbortController()
  const fetchPart = (partId: string) =>
    http.bytes('get', { ...messageNameOf(message), partId }, signal)
  document.getElementById(printFrameId)?.remove()
  const frame = document.createElement('iframe')
  frame.id = printFrameId
  frame.className = 'print-frame'
  frame.title = text.print
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals')
  frame.setAttribute('aria-hidden', 'true')
  frame.src = env.messageFrames.withoutImages
  frame.addEventListener('load', () => {
    const window = messageWindowOf(frame)
    if (window === undefined) return
    const printed = window.document
    const images = fillWith(message, window, fill)
    // The name a browser proposes for a PDF.
    printed.title = message.row.subject
    const style = printed.createElement('style')
    style.textContent = headingStyle
    printed.head.append(style)
    printed.body.prepend(heading(message, text, printed))
    void showImages(images, fetchPart, signal).then(() => window.print())
  })
  document.body.append(frame)
}

function fillWith(
  { html, attachments, text }: NativeMessage,
  window: Window & typeof globalThis,
  fill: typeof fillFrame,
): ReturnType<typeof fillFrame>['images'] {
  if (html !== null) return fill(window, { html, attachments, showsRemote: false }).images
  const texts = window.document.createElement('pre')
  texts.textContent = text
  window.document.body.append(texts)
  return new Map()
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
