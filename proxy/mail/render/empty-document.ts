/** Mail is written for white paper; an author's own colours only make sense on it. */
export const BASE_STYLE = `
:root{color-scheme:light;background:#fff;color:#1f2328}
body{margin:16px;font:15px/1.5 system-ui,sans-serif;overflow-wrap:break-word}
img{max-width:100%;height:auto}
pre{white-space:pre-wrap}
blockquote{margin:0 0 0 4px;padding-left:12px;border-left:2px solid #c8ccd1}
`

/** What a body without anything becomes: known without a worker, so that whoever wants to write waits for none. */
export const EMPTY_DOCUMENT =
  '<!doctype html><html dir="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<style>${BASE_STYLE}</style></head><body></body></html>`
