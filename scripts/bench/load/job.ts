import { z } from 'zod'

export const operations = ['login', 'list', 'getunread', 'refresh'] as const

/** What one user does once. `login` is the page, the POST and the application page. */
export type Operation = (typeof operations)[number]

const target = z.object({
  /** Address of the script. */
  script: z.string(),
  password: z.string(),
  mailboxes: z.array(z.object({ user: z.string(), messages: z.number(), unseen: z.number() })),
})

const closedLoop = target.extend({
  kind: z.literal('closed-loop'),
  /** Done in turn by each worker. */
  mix: z.array(z.enum(operations)).min(1),
  sort: z.string().optional(),
  concurrency: z.number().int().positive(),
  warmupMs: z.number(),
  /** The loop ends after this time or this many requests, whichever comes first. */
  durationMs: z.number(),
  maxRequests: z.number().optional(),
})

const hold = target.extend({
  kind: z.literal('hold'),
  /** Sign-ins at one time at the start. */
  concurrency: z.number().int().positive(),
  everyMs: z.number(),
  durationMs: z.number(),
})

/** What the parent asks of a load generator. */
export const loadJob = z.discriminatedUnion('kind', [closedLoop, hold])

export type LoadJob = z.infer<typeof loadJob>
export type ClosedLoopJob = z.infer<typeof closedLoop>
export type HoldJob = z.infer<typeof hold>

const milliseconds = z.number().optional()

/** What a load generator measured. */
export const loadReport = z.object({
  requests: z.number(),
  errors: z.number(),
  /** The first texts, for the user who has to find out. */
  errorTexts: z.array(z.string()),
  seconds: z.number(),
  perSecond: z.number(),
  p50Ms: milliseconds,
  p95Ms: milliseconds,
  p99Ms: milliseconds,
  maxMs: milliseconds,
  /** Cores the generator itself used: near 1 it was the limit, and the figures are too low. */
  generatorCores: z.number(),
  /** Rise of all unread counts of `hold`: what was delivered must have been seen. */
  unreadRise: z.number().optional(),
})

export type LoadReport = z.infer<typeof loadReport>

/**
 * What a generator reports its parent: where it waits for leave to continue, then the report. It waits when all
 * users are signed in, and `hold` again before it counts what has arrived.
 */
export const loadMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('report'), report: loadReport }),
])
