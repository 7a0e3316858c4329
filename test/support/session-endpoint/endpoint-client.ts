import { Redis } from 'ioredis'
import type { Teardown } from '../process/temporary-directory.ts'

/** A client of the session endpoint, over one connection as php-redis makes one for each request. */
export interface EndpointClient {
  get(id: string): Promise<string | null>
  setex(id: string, seconds: number, value: string | Buffer): Promise<string>
  expire(id: string, seconds: number): Promise<number>
  del(...ids: readonly string[]): Promise<number>
  /** Any command, by its arguments; rejects with the error that was answered. */
  call(name: string, ...args: readonly (string | Buffer)[]): Promise<unknown>
  close(): void
}

/** Where the endpoint is. */
export type EndpointAddress =
  | { readonly port: number; readonly password?: string }
  | { readonly path: string; readonly password?: string }

/** Connects, and signs in where a password is given. */
export function connectToEndpoint(t: Teardown, address: EndpointAddress): EndpointClient {
  const redis = new Redis({
    ...address,
    enableReadyCheck: false,
    enableOfflineQueue: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    disableClientInfo: true,
  })
  // A command that fails says so itself.
  redis.on('error', () => undefined)
  t.teardown(() => redis.disconnect())
  return {
    get: (id) => redis.get(id),
    setex: (id, seconds, value) => redis.setex(id, seconds, value),
    expire: (id, seconds) => redis.expire(id, seconds),
    del: (...ids) => redis.del(...ids),
    call: (name, ...args) => redis.call(name, ...args),
    close: () => redis.disconnect(),
  }
}

/** The value that Roundcube would store: variables in PHP's session format. */
export function sessionValue(vars: string, changed = Math.floor(Date.now() / 1_000)): string {
  const length = Buffer.byteLength(vars)
  return `a:3:{s:7:"changed";i:${changed};s:2:"ip";s:9:"192.0.2.7";s:4:"vars";s:${length}:"${vars}";}`
}
