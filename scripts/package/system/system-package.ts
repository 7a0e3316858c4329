/** What a package for the tools of a system is made of. */
export interface SystemPackage {
  /** Holds the files as they will lie on the machine; the maker of a package may add its own. */
  readonly root: string
  /** For whatever a tool writes meanwhile. */
  readonly work: string
  readonly outDir: string
  readonly version: string
  readonly releasedAt: Date
}

/** One line of what it is, and a few more. */
export const SUMMARY = 'webmail gateway for hosting control panels'
export const DESCRIPTION = [
  'Postern opens webmail below the session of a hosting control panel. Sessions',
  'are kept in Redis and SQL and never lost, mail comes by IMAP as it is, and',
  'nobody meets a locked database.',
] as const
