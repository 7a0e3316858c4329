import { randomBytes } from 'node:crypto'
import type { Config } from '../config/schema.ts'
import { createAccountFeeds } from './account-feeds.ts'
import { createEventStreams, type EventStreams } from './streams.ts'

/** The event streams as they are configured. */
export function openEvents({ events }: Pick<Config, 'events'>): EventStreams {
  return createEventStreams({
    feeds: createAccountFeeds({
      coalesceMs: events.coalesceMs,
      lingerMs: events.lingerMs,
      maxEvents: events.remembered,
      maxLingering: events.streams,
      newEpoch: () => randomBytes(6).toString('base64url'),
    }),
    perSession: events.perSession,
    maxStreams: events.streams,
    heartbeatMs: events.heartbeatMs,
    checkMs: events.checkMs,
    maxBufferedBytes: events.bufferedBytes,
    spreadMs: events.spreadMs,
    random: Math.random,
  })
}
