import { convert, type FormatCallback, type HtmlToTextOptions } from 'html-to-text'
import { bodyMarkup, renderFrameDocument } from './frame-document.ts'
import { findImageNames } from './image-names.ts'
import { namedImages } from './links-and-images.ts'
import type { Rendered, WorkerTask } from './job.ts'
import { createSanitizer } from './sanitizer.ts'

// An entry of its own, like main.ts: one window per thread serves all bodies, one after the other.
const sanitize = createSanitizer()
const WARM_UP_BODIES = 10

/** Nothing but the table stands between two cells: without a space their words would run into one. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder)
  builder.addInline(' ')
}

/** Stands where words are left out; no character, so that nobody has written it (Unicode 23.7). */
const CUT = '\ufdd0'

const textOptions: HtmlToTextOptions = {
  wordwrap: false,
  formatters: { cell },
  // Without a limit a body of nested elements costs a stack frame each.
  // As much as `limits.htmlBytes` may be: what is longer would be cut without a word.
  limits: {
    maxDepth: 200,
    maxChildNodes: 200_000,
    maxInputLength: 64 * 1024 * 1024,
    ellipsis: CUT,
  },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'img', format: 'skip' },
    { selector: 'script', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'title', format: 'skip' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
  ],
}

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
      return { ...htmlToPlainText(job.html), hasRemoteContent: false }
    case 'markup':
      return { content: bodyMarkup(job.html, sanitize), hasRemoteContent: false }
  }
}

/** The first bodies of a thread take ten times as long as the later ones, until the engine has compiled the way. */
function warmUp(): void {
  const html =
    '<style>p { color: red }</style><p class="a">Text <a href="https://example.test">link</a></p>'
  const request = { html, inlineImages: new Map<string, string>(), showRemoteContent: false }
  for (let body = 0; body < WARM_UP_BODIES; body += 1) renderFrameDocument(request, sanitize)
}

/** Readable plain text of an HTML body. The result is text: whoever shows it escapes it. */
function htmlToPlainText(html: string): Pick<Rendered, 'content' | 'isCut'> {
  const content = convert(html.replaceAll(CUT, ''), textOptions)
  return { content: content.replaceAll(CUT, '…'), isCut: content.includes(CUT) }
}
