import { renderFrameDocument } from './frame-document.ts'
import { htmlToPlainText } from './html-text.ts'
import { findImageNames } from './image-names.ts'
import { namedImages } from './links-and-images.ts'
import type { Rendered, WorkerTask } from './render-job.ts'
import { createSanitizer } from './sanitizer.ts'

// An entry of its own, like main.ts: one window per thread serves all bodies, one after the other.
const sanitize = createSanitizer()

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
