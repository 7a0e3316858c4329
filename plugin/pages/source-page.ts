import { escapeHtml } from '../http/escape.ts'

/** Nothing of a message runs or is loaded here; its only style is the one below. */
export const SOURCE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

/** Text that a browser shows as a document of its own is as wide as a desktop, and too small to read on a phone. */
const START = `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>
body{margin:12px}
pre{margin:0;font:0.8125rem/1.5 ui-monospace,'DejaVu Sans Mono',monospace;overflow-wrap:anywhere;white-space:pre-wrap}
</style>
</head>
<body>
<pre dir="ltr">
`
const END = '</pre>\n</body>\n</html>\n'

/** A text in UTF-8 as a page to read, written as it is read: never more of it in memory than one piece. */
export async function* sourcePage(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(START)
  for await (const piece of source) {
    // Byte by byte: a character may be cut between two pieces, and what is escaped is ASCII.
    yield Buffer.from(escapeHtml(piece.toString('latin1')), 'latin1')
  }
  yield Buffer.from(END)
}
