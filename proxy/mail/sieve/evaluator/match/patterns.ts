import { compileRegex, type Regex } from './regex.ts'

/** Compiled regular expressions of a script, which runs on many messages. */
export interface CompiledPatterns {
  /** Throws UnusableRegex. */
  regex(pattern: string, isCaseless: boolean): Regex
}

/** Patterns may have variables in them. */
const MAX_PATTERNS = 200

export function createPatterns(): CompiledPatterns {
  const compiled = new Map<string, Regex>()
  return {
    regex: (pattern, isCaseless) => {
      const key = `${isCaseless ? 'i' : 'c'}${pattern}`
      const known = compiled.get(key)
      if (known !== undefined) return known
      if (compiled.size >= MAX_PATTERNS) compiled.clear()
      const made = compileRegex(pattern, isCaseless)
      compiled.set(key, made)
      return made
    },
  }
}
