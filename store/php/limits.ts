/** How much of a session record is accepted, read or written. */
export interface PhpLimits {
  readonly maxBytes: number
  readonly maxDepth: number
}

/** 1 MiB and 64 levels: far above any real record (about 2 kB, 4 levels), far below harm. */
export const phpLimits: PhpLimits = { maxBytes: 1_048_576, maxDepth: 64 }
