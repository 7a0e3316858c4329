import { z } from 'zod'
import type { EndedSessions } from '../../settings/own-session.ts'
import type { SignInContext } from '../contract/contexts.ts'
import { defineAction, type ResultOf } from '../contract/contract.ts'
import { nothing } from '../contract/input.ts'

const output = z.strictObject({
  kind: z.literal('sessions'),
  sessions: z
    .array(
      z.strictObject({
        id: z.string().describe('Names the session and opens nothing'),
        browser: z.string().describe('By its own word; empty where it cannot be told'),
        system: z.string(),
        ip: z.string().describe('At the sign-in'),
        since: z.number().describe('Unix ms of the sign-in'),
        usedAt: z.number().describe('Unix ms of the last use, to about half a minute'),
        isCurrent: z.boolean(),
      }),
    )
    .describe('Last used first'),
  isComplete: z.boolean().describe('False where a store could not tell of all'),
})

export const sessions = defineAction({
  name: 'sessions',
  method: 'GET',
  about: 'where the owner is signed in',
  context: 'sign-in',
  input: nothing,
  output,
  run: (_input, context) => sessionsNow(context),
})

/** One session by its name, all but this one, or all. */
const which = z
  .union([
    z.enum(['others', 'all']),
    z
      .string()
      .regex(/^[0-9a-f]{12}$/)
      .meta({ examples: ['0123456789ab'] }),
  ])
  .transform((word): EndedSessions =>
    word === 'others' || word === 'all' ? { kind: word } : { kind: 'one', id: word },
  )

export const endSessions = defineAction({
  name: 'end-sessions',
  method: 'POST',
  about:
    'ends one session of the owner, all but this one, or all; one that is over already is as good',
  context: 'sign-in',
  input: z.strictObject({ which }),
  output,
  async run(ended, context) {
    await context.ownSessions.end(ended.which)
    return sessionsNow(context)
  },
})

async function sessionsNow({ ownSessions }: SignInContext): Promise<ResultOf<typeof output>> {
  return { kind: 'sessions', ...(await ownSessions.list()) }
}
