/** How large a message the submission server takes (RFC 1870), as it last said. */
export interface SizeLimit {
  /** Bytes; undefined: it names none, or has not been asked yet. Never waits: it is asked meanwhile, where that is due. */
  current(): number | undefined
}

const FRESH_MS = 60 * 60_000
const RETRY_MS = 60_000

/** `greet` answers what the server says to EHLO; it may reject. */
export function createSizeLimit({
  greet,
  now,
}: {
  readonly greet: () => Promise<string>
  readonly now: () => number
}): SizeLimit {
  let bytes: number | undefined
  let dueAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    try {
      bytes = sizeIn(await greet())
      dueAt = now() + FRESH_MS
    } catch {
      // What it said before holds meanwhile; a delivery tells its user what is wrong.
    }
  }

  return {
    current() {
      if (now() >= dueAt) {
        dueAt = now() + RETRY_MS
        void refresh()
      }
      return bytes
    },
  }
}

/** The number behind SIZE; 0 and none both mean that there is no fixed limit (RFC 1870 4). */
function sizeIn(ehlo: string): number | undefined {
  const digits = /^250[ -]SIZE[ \t]+([0-9]{1,15})[ \t]*$/im.exec(ehlo)?.[1]
  return Number(digits ?? 0) || undefined
}

/** Lines of base64: 57 bytes take 76 characters and a line break. */
const BYTES_PER_LINE = 57
const OCTETS_PER_LINE = 78

/** For header, text and the heads of parts. */
const OTHER_OCTETS = 64 * 1024

/** Bytes of files that fit into a message of this size. */
export function attachableBytes(messageOctets: number): number {
  const lines = Math.floor((messageOctets - OTHER_OCTETS) / OCTETS_PER_LINE)
  return Math.max(0, lines * BYTES_PER_LINE)
}
