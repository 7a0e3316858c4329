import { createHash } from 'node:crypto'

/**
 * The empty documents that the page puts the body of a message into, sanitized: static files, each with a policy of its
 * own. What an author wrote runs nothing there and loads nothing, whatever the sanitizer let through; the two never rely
 * on each other. Without `allow-scripts` the same origin lets the page in, to fill, to measure and to print, and nothing
 * out (HTML 7.1.5). Nothing is loaded from our own origin, where a request would carry the session: inline images come as
 * `blob:` from the page.
 */
export interface MessageFrameFile {
  /** Changes with the policy as well. */
  readonly name: string
  /** Holds the policy itself, as far as a document can: a panel that serves a copy of it sets no header. */
  readonly html: string
  /** Content-Security-Policy the file is served with (CSP Level 3; HTML 4.8.5, `sandbox`). */
  readonly policy: string
}

/** Mail is written for white paper; an author's own colours only make sense on it. Words that were searched for are marked. */
const PAPER = `
:root{color-scheme:light;color:#1f2328}
body{margin:16px;font:15px/1.5 system-ui,sans-serif;overflow-wrap:break-word}
img{max-width:100%;height:auto}
pre{white-space:pre-wrap}
blockquote{margin:0 0 0 4px;padding-left:12px;border-left:2px solid #c8ccd1}
::highlight(found-in-message){background:#ffe08a;color:#1f1f1f}
`

/** What holds until the reader requests images of other servers. */
export const frameWithoutImages: MessageFrameFile = frameFile('data: blob:')

/** What holds from then on. */
export const frameWithImages: MessageFrameFile = frameFile('data: blob: https:')

function frameFile(imageSources: string): MessageFrameFile {
  const inDocument = [
    "default-src 'none'",
    `img-src ${imageSources}`,
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
  const policy = [
    inDocument,
    "frame-ancestors 'self'",
    // Modals are for printing; each frame of the page allows itself less than this (plugin/web/views/message/frame.tsx).
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals',
  ].join('; ')
  const html = documentWith(inDocument)
  const hash = createHash('sha256').update(policy).update(html).digest('hex').slice(0, 12)
  return { name: `message-${hash}.html`, html, policy }
}

/** `message-frame`: by its name the page knows it from an error page in its place. */
function documentWith(policy: string): string {
  return (
    '<!doctype html><html dir="auto"><head><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="message-frame">` +
    `<meta name="viewport" content="width=device-width"><style>${PAPER}</style></head><body></body></html>`
  )
}
