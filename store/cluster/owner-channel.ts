import { randomBytes } from 'node:crypto'
import type { RedisConnection } from '../redis/connection.ts'

/** What one instance reports the others of an owner's documents. */
export interface OwnerChange {
  /** 64 hexadecimal digits that stand for the owner. */
  readonly owner: string
  /** Of their settings; undefined: what waits in their outbox changed. */
  readonly revision: number | undefined
}

/** Notifies the other instances that a user changed their own things. Best effort: nothing rests on it but the speed. */
export interface OwnerChannel {
  /** Never rejects. */
  publish(change: OwnerChange): Promise<void>
  /** Calls back for changes told by other instances. */
  onChange(listener: (change: OwnerChange) => void): void
}

/** For an instance that is the only one. */
export const noOwnerChannel: OwnerChannel = {
  publish: () => Promise.resolve(),
  onChange: () => undefined,
}

const channel = 'postern:owners'
const shape = /^([\w-]{16}) ([0-9a-f]{64}) (\d{1,15}|outbox)$/

/**
 * Changes over Redis pub/sub, `<instance> <owner> <revision>`, or `outbox` for the revision. Who may publish there can
 * make pages ask for their settings and outbox again, and no more.
 */
export function createOwnerChannel(connection: RedisConnection): OwnerChannel {
  const self = randomBytes(12).toString('base64url')
  return {
    async publish({ owner, revision }) {
      try {
        const text = `${self} ${owner} ${revision ?? 'outbox'}`
        await connection.query((client) => client.publish(channel, text))
      } catch {
        // Redis is away: pages of other instances have it with their next load.
      }
    },
    onChange(listener) {
      connection.subscribe(channel, (message) => {
        const [, sender, owner, revision] = shape.exec(message) ?? []
        if (sender === self || owner === undefined) return
        listener({ owner, revision: revision === 'outbox' ? undefined : Number(revision) })
      })
    },
  }
}
