// What makes the HTML of mail safe, as one chunk: it comes while the page rests, or with the first such message.
export { fillFrame, type FilledFrame } from './mail-html/fill-frame.ts'
export { writableMarkup } from './mail-html/writable.ts'
