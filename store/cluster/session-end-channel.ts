import { randomBytes } from 'node:crypto'
import { openCacheValue, sealCacheEnd } from '../cache/value.ts'
import type { CacheKeys } from '../cache/value.ts'
import type { RedisConnection } from '../redis/connection.ts'

/** What one instance reports the others of a session. */
export interface SessionChange {
  readonly kind: 'changed' | 'ended'
  readonly id: string
}

/**
 * Notifies the other instances at once what they would otherwise notice when their memory of a session is
 * no longer fresh. Best effort: nothing rests on it but the speed.
 */
export interface SessionChannel {
  /** Never rejects. */
  publish(change: SessionChange): Promise<void>
  /** Calls back for changes that other instances published. */
  onChange(listener: (change: SessionChange) => void): void
}

/** For an instance that is the only one. */
export const noSessionChannel: SessionChannel = {
  publish: () => Promise.resolve(),
  onChange: () => undefined,
}

const channel = 'postern:sessions'
const shape = /^([\w-]{16}) ([0-9a-zA-Z,-]{22,128}) (.*)$/s

/**
 * Changes over Redis pub/sub, `<instance> <session id> <sealed end>`. An end carries the same code as the
 * mark in the cache: a client that may only publish can make an instance look again, and no more.
 */
export function createSessionChannel(
  connection: RedisConnection,
  keys: () => CacheKeys,
): SessionChannel {
  const self = randomBytes(12).toString('base64url')

  function parse(message: string): SessionChange | undefined {
    const [, sender, id = '', seal = ''] = shape.exec(message) ?? []
    if (sender === undefined || sender === self) return undefined
    const isEnd = seal !== '' && openCacheValue(id, seal, keys())?.kind === 'ended'
    return { kind: isEnd ? 'ended' : 'changed', id }
  }

  return {
    async publish({ kind, id }) {
      const seal = kind === 'ended' ? sealCacheEnd(id, keys()) : ''
      try {
        await connection.query((client) => client.publish(channel, `${self} ${id} ${seal}`))
      } catch {
        // Redis is away: the others look for themselves when their memory is no longer fresh.
      }
    },
    onChange(listener) {
      connection.subscribe(channel, (message) => {
        const change = parse(message)
        if (change !== undefined) listener(change)
      })
    },
  }
}

/** The channel for several listeners: each who keeps sessions in memory listens for itself. */
export function withListeners(channel: SessionChannel): SessionChannel {
  const listeners: ((change: SessionChange) => void)[] = []
  channel.onChange((change) => {
    for (const listener of listeners) listener(change)
  })
  return {
    publish: (change) => channel.publish(change),
    onChange: (each) => void listeners.push(each),
  }
}
