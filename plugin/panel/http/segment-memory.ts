import { LRUCache } from 'lru-cache'

/**
 * Decides which segments are shown to the panel with a cookie, so that no one can guess one of ten
 * digits, and so that no forged link keeps the right one out. It only ever says "do not ask", never yes.
 *
 * What is counted is questions about segments that are not known for the cookie. The panel judges each pair
 * once: the right segment is known from its first yes and requested ever after, and then no other one is; a
 * wrong one is remembered and not asked again. An unknown one is asked as long as there are questions left,
 * which come back one by one: a pair that was never verified cannot be told from a guess, and a limit
 * without return would lock out the right one with it. Requests that another site led to have a few
 * questions of their own, so that links there use up none of the user's, and stay below the third wrong
 * segment at which cPanel ends a session (plugin/docs/threats.md, cPanel). Without Sec-Fetch-Site they cannot be
 * distinguished. A panel that counts would then end the session, as it does for forged links to its own
 * pages; a verification address may compare without counting, as our cPanel helper does.
 */
export interface SegmentMemory {
  /** What is to be done about a segment; `ask` uses a question up, which `recordOther` returns. */
  start(segmentUse: VerifiedSegment): 'ask' | 'wrong' | 'wait'
  recordMatch(segmentUse: VerifiedSegment): void
  recordMismatch(segmentUse: VerifiedSegment): void
  /** The panel said nothing about the segment. */
  recordOther(segmentUse: VerifiedSegment): void
}

/** A segment that came with a cookie. */
export interface VerifiedSegment {
  readonly cookieKey: string
  readonly segment: string
  /** Another site's page led to it. */
  readonly isCrossSite: boolean
}

interface Allowance {
  readonly most: number
  /** One more after so long. */
  readonly everyMs: number
}

/** Of one cookie: about 15,000 guesses in twelve hours, of 10,000,000,000. */
const OWN: Allowance = { most: 20, everyMs: 3_000 }
const CROSS_SITE: Allowance = { most: 2, everyMs: 450_000 }

/** A panel session has one segment for its whole life, so what was learned stays true. */
const MEMORY_MS = 15 * 60_000

/** Wrong segments remembered of one cookie; a browser has not more stale tabs of one panel. */
const MAX_WRONG = 64

interface Memory {
  until: number
  right: string | undefined
  readonly wrong: Set<string>
  readonly own: Questions
  readonly crossSite: Questions
}

interface Questions {
  readonly allowance: Allowance
  left: number
  countedAt: number
}

/** Creates the memory; `entries` cookies at most, the least recently used goes first. */
export function createSegmentMemory(entries: number, now: () => number): SegmentMemory {
  const memories = new LRUCache<string, Memory>({ max: entries })

  const recall = (cookieKey: string): Memory => {
    const known = memories.get(cookieKey)
    if (known !== undefined && now() < known.until) return known
    const full = (allowance: Allowance): Questions => ({
      allowance,
      left: allowance.most,
      countedAt: now(),
    })
    const fresh: Memory = {
      until: now() + MEMORY_MS,
      right: undefined,
      wrong: new Set(),
      own: full(OWN),
      crossSite: full(CROSS_SITE),
    }
    memories.set(cookieKey, fresh)
    return fresh
  }

  const questionsOf = ({ cookieKey, isCrossSite }: VerifiedSegment): Questions => {
    const { own, crossSite } = recall(cookieKey)
    const questions = isCrossSite ? crossSite : own
    const { most, everyMs } = questions.allowance
    const returned = Math.floor((now() - questions.countedAt) / everyMs)
    // A clock that was set back returns none.
    if (returned > 0) {
      questions.left = Math.min(most, questions.left + returned)
      questions.countedAt += returned * everyMs
    }
    return questions
  }

  return {
    start(segmentUse) {
      const { right, wrong } = recall(segmentUse.cookieKey)
      if (right !== undefined) return right === segmentUse.segment ? 'ask' : 'wrong'
      if (wrong.has(segmentUse.segment)) return 'wrong'
      const questions = questionsOf(segmentUse)
      if (questions.left === 0) return 'wait'
      // Before the response: a thousand guesses at one time are a thousand guesses.
      questions.left -= 1
      return 'ask'
    },
    recordMatch({ cookieKey, segment }) {
      const memory = recall(cookieKey)
      memory.right = segment
      memory.wrong.clear()
      memory.until = now() + MEMORY_MS
    },
    recordMismatch({ cookieKey, segment }) {
      const { wrong, right } = recall(cookieKey)
      if (right === segment) return
      const [oldest] = wrong
      if (wrong.size >= MAX_WRONG && oldest !== undefined) wrong.delete(oldest)
      wrong.add(segment)
    },
    recordOther(segmentUse) {
      const questions = questionsOf(segmentUse)
      questions.left = Math.min(questions.allowance.most, questions.left + 1)
    },
  }
}
