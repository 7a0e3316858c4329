import type { Bound } from '../../language/bind.ts'
import { compileRegex, type Regex } from './regex.ts'

/** What is made of the tests of a script once, which runs on many messages. */
export interface CompiledPatterns {
  /** Throws UnusableRegex. */
  regex(pattern: string, isCaseless: boolean): Regex
  /** The keys of a test that are the same for every message, made once: a list of contacts is long. */
  keys(test: Bound, make: () => ReadonlySet<string>): ReadonlySet<string>
}

/** Patterns may have variables in them. */
const MAX_PATTERNS = 200

export function createPatterns(): CompiledPatterns {
  const compiled = new Map<string, Regex>()
  const keysByTest = new WeakMap<Bound, ReadonlySet<string>>()
  return {
    keys: (test, make) => {
      const known = keysByTest.get(test) ?? make()
      keysByTest.set(test, known)
      return known
    },
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
