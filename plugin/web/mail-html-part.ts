// What makes the HTML of mail safe and shows it in its frame, as one chunk: it comes while the page rests, or with the
// first such message.
export { pageColors, type DarkColors } from './mail-html/dark/darken.ts'
export { fillFrame, type FilledFrame } from './mail-html/fill-frame.ts'
export { forwardKeys } from './mail-html/frame-keys.ts'
export { fitFrame } from './mail-html/fit-frame.ts'
export { withHeldSources, withNamedSources } from './mail-html/part-sources.ts'
export { writableMarkup } from './mail-html/writable.ts'
