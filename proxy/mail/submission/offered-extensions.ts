/** What a submission server offers in its answer to EHLO (RFC 5321 4.1.1.1), as it last said. */
export interface OfferedExtensions {
  /** Keywords in capitals, with their parameters. Never waits: empty until the server has answered; asked meanwhile, where that is due. */
  current(): ReadonlyMap<string, string>
}

const FRESH_MS = 60 * 60_000
const RETRY_MS = 60_000

/** `greet` answers what the server says to EHLO; it may reject. */
export function createOfferedExtensions({
  greet,
  now,
}: {
  readonly greet: () => Promise<string>
  readonly now: () => number
}): OfferedExtensions {
  let offered: ReadonlyMap<string, string> = new Map()
  let dueAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    try {
      offered = extensionsIn(await greet())
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
      return offered
    },
  }
}

/** The extensions in an answer to EHLO. */
export function extensionsIn(ehlo: string): ReadonlyMap<string, string> {
  const lines = ehlo.matchAll(/^250[ -]([A-Z0-9][A-Z0-9-]*)(?:[ \t=]+(.*?))?[ \t]*\r?$/gim)
  return new Map(
    [...lines].map(([, keyword = '', parameters = '']) => [keyword.toUpperCase(), parameters]),
  )
}
