/**
 * The Content-Security-Policy a frame document is served with (CSP Level 3; HTML 4.8.5, `sandbox`). It alone
 * stops scripts and requests, whatever the sanitizer let through; the two never rely on each other.
 * Without `allow-scripts` the same origin lets the page in, to measure or to print, and nothing out (HTML
 * 7.1.5); nothing is loaded from our own origin, where a request would carry the session.
 */
export function framePolicy({
  showRemoteContent,
  isPrinted = false,
}: {
  readonly showRemoteContent: boolean
  readonly isPrinted?: boolean
}): string {
  return [
    "default-src 'none'",
    `img-src data:${showRemoteContent ? ' https:' : ''}`,
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    isPrinted
      ? 'sandbox allow-same-origin allow-modals'
      : 'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
}
