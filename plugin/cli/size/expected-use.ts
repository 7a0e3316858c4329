/** How many mailboxes there are, and the share of them (0 to 1) whose page is open at the busiest time. */
export interface Demand {
  readonly mailboxes: number
  readonly openShare: number
}

/** What that many open pages take of one Postern and of a Dovecot behind it. */
export interface ExpectedUse {
  readonly openPages: number
  /** Each is a process of Dovecot's. */
  readonly imapConnections: number
  readonly dovecotMiB: number
  readonly posternMiB: number
  readonly posternDescriptors: number
}

// Measured; how is in the admin guide, "Sizing".

/** One that works and one that watches: the default of `imap.connectionsPerAccount`. */
const CONNECTIONS_OF_PAGE = 2
const DOVECOT_BASE_MIB = 15
/** 0.8 of the connection that works, 1.3 of the one that watches by NOTIFY. */
const DOVECOT_MIB_OF_PAGE = 2.1
/** Two rendering workers of 100 MiB are in it, since they are there while HTML mail is read. */
const POSTERN_BASE_MIB = 150 + 2 * 100
const POSTERN_MIB_OF_PAGE = 0.16
const DESCRIPTORS_BASE = 30
/** The page's own connection, and those to the mail server. */
const DESCRIPTORS_OF_PAGE = 1 + CONNECTIONS_OF_PAGE

/** Reckons from the measured figures; everybody is thought to have one page open. */
export function expectedUse({ mailboxes, openShare }: Demand): ExpectedUse {
  const openPages = Math.ceil(mailboxes * openShare)
  return {
    openPages,
    imapConnections: CONNECTIONS_OF_PAGE * openPages,
    dovecotMiB: DOVECOT_BASE_MIB + DOVECOT_MIB_OF_PAGE * openPages,
    posternMiB: POSTERN_BASE_MIB + POSTERN_MIB_OF_PAGE * openPages,
    posternDescriptors: DESCRIPTORS_BASE + DESCRIPTORS_OF_PAGE * openPages,
  }
}
