/**
 * The Content-Security-Policy a document made of a mail is served with (CSP Level 3; HTML 4.8.5, `sandbox`). It alone
 * stops scripts and requests, whatever the filter let through; the two never rely on each other. Nothing is of our
 * origin in there, nor loaded from it, where a request would carry the session.
 */
export function framePolicy({
  showRemoteContent,
}: {
  readonly showRemoteContent: boolean
}): string {
  return [
    "default-src 'none'",
    `img-src data:${showRemoteContent ? ' https:' : ''}`,
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
}
