const made: unique symbol = Symbol('segment')

/** The panel's segment of a path: letters and ten digits. Only `segmentAt` makes one, so it needs no other check. */
export interface Segment {
  readonly [made]: true
  /** Ten ASCII digits as text: leading zeros are real. */
  readonly digits: string
  /** As it stands in the path, with its slash: `/cpsess0228251236`. */
  readonly path: string
}

/** The segment that a raw path begins with; undefined where it begins with anything else. */
export function segmentAt(path: string, letters: string): Segment | undefined {
  const end = 1 + letters.length + 10
  const digits = path.slice(1 + letters.length, end)
  if (!path.startsWith(`/${letters}`) || !/^[0-9]{10}$/.test(digits)) return undefined
  return { [made]: true, digits, path: path.slice(0, end) }
}
