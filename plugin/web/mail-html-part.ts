// What makes the HTML of mail safe and fits it into its frame, as one chunk: it comes while the page rests, or with the first such message.
export { fillFrame, type FilledFrame } from './mail-html/fill-frame.ts'
export { fitFrame } from './mail-html/fit-frame.ts'
export { writableMarkup } from './mail-html/writable.ts'
