import type { IncomingMessage, ServerResponse } from 'node:http'

const NO_CACHE = 'no-cache, no-store, must-revalidate, private'

/** A page of the panel; never cached, as on the real one. */
export function sendPage(res: ServerResponse, status: number, html: string, reason?: string): void {
  if (reason !== undefined) res.statusMessage = reason
  res.statusCode = status
  res.setHeader('Cache-Control', NO_CACHE)
  res.setHeader('Content-Type', 'text/html; charset="utf-8"')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.end(html)
}

/** A redirect with the refresh page the real panel sends along. `location` is a path made here. */
export function sendRedirect(res: ServerResponse, status: number, location: string): void {
  res.setHeader('Location', location)
  const target = location.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  sendPage(
    res,
    status,
    `<html><head><META HTTP-EQUIV="refresh" CONTENT="2;URL=${target}"></head><body></body></html>`,
  )
}

/** JSON under the content type the real panel uses at that place. */
export function sendJson(
  res: ServerResponse,
  status: number,
  value: unknown,
  type = 'application/json; charset="utf-8"',
): void {
  res.statusCode = status
  res.setHeader('Cache-Control', NO_CACHE)
  res.setHeader('Content-Type', type)
  res.end(JSON.stringify(value))
}

/** Form bodies are small; a longer one is cut off with its connection. */
const MAX_FORM_BYTES = 64 * 1024

/** Fields of a form body. Rejects when the body is too long. */
export async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  req.setEncoding('utf8')
  for await (const chunk of req) {
    text += String(chunk)
    if (text.length > MAX_FORM_BYTES) throw new Error('the form is too long')
  }
  return new URLSearchParams(text)
}
