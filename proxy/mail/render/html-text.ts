import { convert, type HtmlToTextOptions } from 'html-to-text'

const options: HtmlToTextOptions = {
  wordwrap: false,
  // Without a limit a body of nested elements costs a stack frame each.
  limits: { maxDepth: 200, maxChildNodes: 20_000, ellipsis: '…' },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'img', format: 'skip' },
    { selector: 'script', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'title', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
  ],
}

/** Readable plain text of an HTML body. The result is text: whoever shows it escapes it. */
export function htmlToPlainText(html: string): string {
  return convert(html, options)
}
