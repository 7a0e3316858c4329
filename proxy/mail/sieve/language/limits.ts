/** What one script may be at most: whoever writes it, reading it costs a bounded time and stack. */
export interface ScriptLimits {
  /** Of the text in UTF-8. */
  readonly maxBytes: number
  /** Blocks within blocks, and tests within tests, each: Pigeonhole has 32. */
  readonly maxNesting: number
  /** Tokens of the whole script. */
  readonly maxTokens: number
}

/** Pigeonhole takes scripts of 1 MB (`sieve_max_script_size`). */
export const SCRIPT_LIMITS: ScriptLimits = {
  maxBytes: 1024 * 1024,
  maxNesting: 32,
  maxTokens: 300_000,
}
