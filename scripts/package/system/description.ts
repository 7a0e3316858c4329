/** One line of what it is, and a few more. */
export const SUMMARY = 'webmail gateway for hosting control panels'
export const DESCRIPTION = [
  'Postern opens webmail below the session of a hosting control panel. Sessions',
  'are kept in Redis and SQL and never lost, mail comes by IMAP as it is, and',
  'nobody meets a locked database.',
] as const
