/**
 * The Content-Security-Policy a frame document is served with (reference security.md 5.3). It alone
 * stops scripts and requests, whatever the sanitizer let through; the two never rely on each other.
 */
export function framePolicy({
  showRemoteContent,
  isPrinted = false,
}: {
  readonly showRemoteContent: boolean
  /** Without `allow-scripts` the same origin lets the page in and nothing out (HTML 7.1.5). */
  readonly isPrinted?: boolean
}): string {
  return [
    "default-src 'none'",
    `img-src 'self' data:${showRemoteContent ? ' https:' : ''}`,
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    isPrinted
      ? 'sandbox allow-same-origin allow-modals'
      : 'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
}
