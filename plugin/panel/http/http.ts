import type { Logger } from 'pino'
import { LRUCache } from 'lru-cache'
import {
  keyedHash,
  readPanelCookies,
  granted,
  refused,
  type Panel,
  type PanelEvidence,
  type PanelVerdict,
} from '../adapter/panel.ts'
import { isOver, type PanelClocks } from '../adapter/times.ts'
import { createPanelClient, type VerificationResult, type PanelQuestion } from './request.ts'
import { createSegmentMemory, type VerifiedSegment } from './segment-memory.ts'
import { createAbortableFlight } from '../../concurrency/abortable-flight.ts'

/** What a panel that answers sub-requests is built of. */
export interface HttpPanelOptions {
  /** `http` when not given. */
  readonly name?: string
  readonly authUrl: string
  /** Unix socket to ask over; undefined: the host of the address. */
  readonly socketPath?: string | undefined
  readonly timeoutMs: number
  /** At most 30,000: a session that ended at the panel must end here soon. */
  readonly positiveCacheMs: number
  /** At most 2,000: a user who has just signed in must not meet an old "no". */
  readonly negativeCacheMs: number
  readonly cacheEntries: number
  /** The panel's own cookies: the only ones it is sent. */
  readonly forwardedCookies: readonly string[]
  readonly hmacKey: Buffer
  /** Shared with the panel, which hands over the mailbox password for it; undefined: users type it. */
  readonly handOverSecret?: string | undefined
  readonly homePath?: string | undefined
  /** Measures ages. */
  readonly now: () => number
  /** Unix ms of the machine's clock, by which a panel says when a session ends; default `now`. */
  readonly wall?: (() => number) | undefined
  readonly log: Pick<Logger, 'warn'>
}

/** Questions under way at most; beyond that the panel counts as unavailable. */
const MAX_QUESTIONS = 2_000

/**
 * A panel that answers sub-requests (plugin/docs/admin-guide.md, "Any panel over HTTP"). Fails closed: no response is
 * `panel_unavailable`, and an old "yes" is never used in its place.
 */
export function createHttpPanel(options: HttpPanelOptions): Panel {
  checkCacheTimes(options)
  const { forwardedCookies, cacheEntries, hmacKey, handOverSecret, now, wall = now, log } = options
  const clocks = { now, wall }
  const client = createPanelClient({
    authUrl: options.authUrl,
    socketPath: options.socketPath,
    timeoutMs: options.timeoutMs,
    handOverSecret,
    onFailure: (reason) => log.warn(reason, 'the panel did not answer a verification'),
  })
  const verdicts = createVerdictCache({
    positiveMs: options.positiveCacheMs,
    negativeMs: options.negativeCacheMs,
    entries: cacheEntries,
    ...clocks,
  })
  const segments = createSegmentMemory(cacheEntries, now)
  const flights = createAbortableFlight<PanelVerdict>({ outlivesCallers: true })
  // For the hand-over only, which follows the verification of the same request.
  const questions = new LRUCache<string, PanelQuestion>({
    max: cacheEntries,
    ttl: Math.max(options.positiveCacheMs, 1_000),
  })

  const request = async (
    question: PanelQuestion,
    key: string,
    requested: VerifiedSegment,
  ): Promise<PanelVerdict> => {
    const mayQuery = segments.start(requested)
    if (mayQuery === 'wrong') return refused('segment_mismatch')
    // It may be the right one: the page tries again automatically.
    if (mayQuery === 'wait') return refused('panel_unavailable')
    const response = await client.request(question)
    const verdict = judge(response, { hmacKey, cookieKey: requested.cookieKey, clocks })
    if (verdict.kind === 'principal') {
      segments.recordMatch(requested)
      if (handOverSecret !== undefined) questions.set(verdict.principal.sessionKey, question)
    } else if (verdict.code === 'segment_mismatch') {
      segments.recordMismatch(requested)
    } else {
      segments.recordOther(requested)
    }
    verdicts.set(key, verdict)
    return verdict
  }

  const verify = async (evidence: PanelEvidence, signal: AbortSignal): Promise<PanelVerdict> => {
    const cookies = readPanelCookies(evidence.cookieHeader, forwardedCookies)
    if (cookies.kind === 'none') return refused('cookie_missing')
    if (cookies.kind === 'malformed') return refused('cookie_malformed')

    const { path: segmentPath } = evidence.segment
    const { header } = cookies
    const cookieKey = keyedHash(hmacKey, 'panel cookie', header)
    const key = keyedHash(hmacKey, 'verdict', header, segmentPath, evidence.clientIp)
    const cached = verdicts.get(key)
    if (cached !== undefined) return cached

    const { isCrossSite = false } = evidence
    const segment = { cookieKey, segment: segmentPath, isCrossSite }
    const question = { segmentPath, cookieHeader: header, clientIp: evidence.clientIp }
    try {
      if (flights.size >= MAX_QUESTIONS && !flights.has(key)) return refused('panel_unavailable')
      return await flights.joinBegun(key, signal, () => request(question, key, segment))
    } catch {
      // Only this caller's own abort ends here: the work itself turns every failure into a verdict.
      return refused('panel_unavailable')
    }
  }

  return {
    name: options.name ?? 'http',
    homePath: options.homePath,
    verify,
    async credential({ sessionKey }, signal) {
      const question = questions.get(sessionKey)
      return question === undefined
        ? { kind: 'prompt' }
        : client.requestCredential(question, signal)
    },
    close: () => client.close(),
  }
}

interface Judge {
  readonly hmacKey: Buffer
  readonly cookieKey: string
  readonly clocks: PanelClocks
}

function judge(response: VerificationResult, { hmacKey, cookieKey, clocks }: Judge): PanelVerdict {
  if (response.kind === 'no') return refused(response.code)
  const { subject, mailDomain, addresses = [], locale, expiresAt, session } = response
  if (expiresAt !== undefined && isOver(expiresAt, clocks)) return refused('session_expired')
  // The panel's own name for its session, where it tells one, survives a change of unrelated cookies.
  const sessionKey = keyedHash(hmacKey, 'panel session', session ?? cookieKey)
  return granted({ sessionKey, subject, mailDomain, addresses, locale, expiresAt })
}

function checkCacheTimes({ positiveCacheMs, negativeCacheMs }: HttpPanelOptions): void {
  if (positiveCacheMs > 30_000) throw new RangeError('positiveCacheMs: at most 30000')
  if (negativeCacheMs > 2_000) throw new RangeError('negativeCacheMs: at most 2000')
}

interface VerdictCacheOptions {
  readonly positiveMs: number
  readonly negativeMs: number
  readonly entries: number
  /** Measures how long a verdict is kept. */
  readonly now: () => number
  /** Unix ms of the machine's clock, by which a panel says when a session ends. */
  readonly wall: () => number
}

/**
 * Remembers verdicts for seconds. An outage is never remembered, and nothing outlives its time. The least
 * recently used verdict goes first.
 */
function createVerdictCache(options: VerdictCacheOptions) {
  const { positiveMs, negativeMs, entries, now, wall } = options
  const stored = new LRUCache<string, { readonly verdict: PanelVerdict; readonly until: number }>({
    max: entries,
  })
  return {
    get(key: string): PanelVerdict | undefined {
      const entry = stored.get(key)
      if (entry === undefined) return undefined
      if (now() < entry.until) return entry.verdict
      stored.delete(key)
      return undefined
    },
    set(key: string, verdict: PanelVerdict) {
      if (verdict.kind === 'refused') {
        if (verdict.code === 'panel_unavailable') return
        stored.set(key, { verdict, until: now() + negativeMs })
        return
      }
      const leftMs = (verdict.principal.expiresAt ?? Infinity) - wall()
      stored.set(key, { verdict, until: now() + Math.min(positiveMs, leftMs) })
    },
  }
}
