import { z } from 'zod'
import {
  SESSION_ID,
  type ForeignSessions,
  type MovedSessions,
  type SessionScan,
} from '../../store/index.ts'
import type { Takeover } from '../session-endpoint/takeover.ts'

const id = z.string().regex(SESSION_ID)
const version = z.int().nonnegative()

/** Sessions that are taken over, and those that have ended where they were taken from. */
export const adoptionBody = z.strictObject({
  sessions: z
    .array(
      z.strictObject({
        id,
        /** Base64 of PHP's session data. */
        vars: z.base64(),
        ip: z.string().max(40),
        changed: z.int().nonnegative(),
        lifeMs: z.int().positive(),
        seen: version.optional(),
      }),
    )
    .readonly(),
  ended: z.array(z.strictObject({ id, seen: version })).readonly(),
  /** Whether more of this pass comes, the next pass, or none. */
  next: z.enum(['more', 'pass', 'nothing']),
})

/** One per session that was given, in that order. */
export const adoptionResponse = z.object({
  sessions: z
    .array(z.object({ outcome: z.enum(['kept', 'late', 'ended', 'reserved']), version }))
    .readonly(),
})

export const endedBody = z.strictObject({ ids: z.array(id).readonly() })
export const endedResponse = z.object({ ended: z.array(z.string()).readonly() })

/** A line of the changes: a session, the end of one, or that all sessions of the beginning have come. */
export const changeLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('session'),
    id: z.string(),
    vars: z.string(),
    ip: z.string(),
    changed: z.number(),
  }),
  z.object({ kind: z.literal('ended'), id: z.string() }),
  z.object({ kind: z.literal('all') }),
])

/** What becomes of Roundcube's sessions here. */
export type ChangeLine = z.output<typeof changeLine>

/** Roundcube's sessions as anyone who moves them to Postern, or back, sees them. */
export interface RoundcubeSessions {
  adopt(body: z.output<typeof adoptionBody>): Promise<z.output<typeof adoptionResponse>>
  /** Those of the ids that were ended here not long ago. */
  ended(ids: readonly string[]): Promise<readonly string[]>
  /** All that live, then each that is written or ended, until the signal. Throws StoreUnavailable. */
  changes(signal: AbortSignal): AsyncGenerator<ChangeLine>
}

interface Parts {
  readonly sessions: Pick<ForeignSessions, 'load'> & MovedSessions
  readonly scan: SessionScan
  readonly takeover: Takeover
}

/** For the administration; keeps nothing. */
export function createRoundcubeSessions({ sessions, scan, takeover }: Parts): RoundcubeSessions {
  async function lineOf(sessionId: string): Promise<ChangeLine> {
    const { session } = await sessions.load(sessionId)
    if (session === undefined) return { kind: 'ended', id: sessionId }
    const { vars, ip, changed } = session
    return { kind: 'session', id: sessionId, vars: vars.toString('base64'), ip, changed }
  }

  return {
    async adopt({ sessions: given, ended, next }) {
      const adopted = await Promise.all(
        given.map(({ id: sessionId, vars, ip, changed, lifeMs, seen }) => {
          const session = { vars: Buffer.from(vars, 'base64'), ip, changed }
          return sessions.adopt(sessionId, session, { lifeMs, seen })
        }),
      )
      await Promise.all(ended.map((end) => sessions.endAdopted(end.id, end.seen)))
      if (next === 'pass') takeover.passed()
      if (next === 'nothing') takeover.finish()
      return { sessions: adopted }
    },
    async ended(ids) {
      const flags = await Promise.all(ids.map((sessionId) => sessions.hasEnded(sessionId)))
      return ids.filter((_, n) => flags[n])
    },
    async *changes(signal) {
      const changed = new Set<string>()
      let wake: () => void = () => undefined
      const wakeUp = (): void => wake()
      const following = sessions.follow((sessionId) => {
        changed.add(sessionId)
        wake()
      })
      signal.addEventListener('abort', wakeUp)
      try {
        for await (const page of scan.pages()) {
          for (const { isForeign, record } of page) if (isForeign) yield await lineOf(record.id)
        }
        yield* await takeLines()
        yield { kind: 'all' }
        while (!signal.aborted) {
          if (changed.size === 0) {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
          yield* await takeLines()
        }
      } finally {
        following.stop()
        signal.removeEventListener('abort', wakeUp)
      }

      async function takeLines(): Promise<readonly ChangeLine[]> {
        const ids = [...changed]
        changed.clear()
        return Promise.all(ids.map(lineOf))
      }
    },
  }
}
