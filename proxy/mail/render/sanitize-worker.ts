import { renderFrameDocument } from './frame-document.ts'
import { htmlToPlainText } from './html-text.ts'
import { findImageNames } from './image-names.ts'
import { namedImages } from './links-and-images.ts'
import type { Rendered, WorkerTask } from './job.ts'
import { createSanitizer } from './sanitizer.ts'

// An entry of its own, like main.ts: one window per thread serves all bodies, one after the other.
const sanitize = createSanitizer()
const WARM_UP_BODIES = 10
warmUp()

/** The task of the pool. Tells `started` first, for waiting in the queue must not count as work. */
export function render({ job, started }: WorkerTask): Rendered {
  started.postMessage('started')
  switch (job.kind) {
    case 'frame':
      return renderFrameDocument(job.request, sanitize)
    case 'images': {
      const { html, names, base } = job.request
      const nameOf = findImageNames(names, base)
      const { body } = sanitize(html, nameOf)
      return { content: '', hasRemoteContent: false, images: namedImages(body, nameOf) }
    }
    case 'text':
      return { content: htmlToPlainText(job.html), hasRemoteContent: false }
  }
}

/** The first bodies of a thread take ten times as long as the later ones, until the engine has compiled the way. */
function warmUp(): void {
  const html =
    '<style>p { color: red }</style><p class="a">Text <a href="https://example.test">link</a></p>'
  const request = { html, inlineImages: new Map<string, string>(), showRemoteContent: false }
  for (let body = 0; body < WARM_UP_BODIES; body += 1) renderFrameDocument(request, sanitize)
}
