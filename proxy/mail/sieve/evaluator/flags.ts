const SYSTEM_FLAGS: readonly string[] = [
  '\\answered',
  '\\flagged',
  '\\deleted',
  '\\seen',
  '\\draft',
]

/** What a keyword may be made of (RFC 9051 9 `atom`). */
const KEYWORD = /^[^\\\x00-\x20\x7f-\xff(){%*"\]]+$/

/** The flags in these strings (RFC 5232 2): several in one with blanks between them, once each; what is no flag is left out. System flags are in lower case. */
export function flagsOf(strings: readonly string[]): readonly string[] {
  const flags = new Map<string, string>()
  for (const flag of strings.flatMap((text) => text.split(' '))) {
    const key = flag.toLowerCase()
    const isFlag = flag.startsWith('\\') ? SYSTEM_FLAGS.includes(key) : KEYWORD.test(flag)
    if (isFlag && !flags.has(key)) flags.set(key, flag.startsWith('\\') ? key : flag)
  }
  return [...flags.values()]
}

/** Flags without some of them, in any case. */
export function withoutFlags(
  flags: readonly string[],
  removed: readonly string[],
): readonly string[] {
  const gone = new Set(removed.map((flag) => flag.toLowerCase()))
  return flags.filter((flag) => !gone.has(flag.toLowerCase()))
}

/** In an order that depends on no case. */
export function sortedFlags(flags: readonly string[]): readonly string[] {
  const byName = flags.map((flag) => [flag.toLowerCase(), flag] as const)
  return byName.sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, flag]) => flag)
}
