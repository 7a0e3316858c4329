import { mastersOf, type RedisClient } from './connect.ts'

/** A step of a walk over the keys of all servers. */
export interface ScanPage {
  /** Keys without their prefix, some of them perhaps again. */
  readonly ids: readonly string[]
  /** Where the walk goes on; undefined at its end. */
  readonly next: { readonly server: number; readonly cursor: string } | undefined
}

// Redis looks at so many keys before it answers: few enough that nobody else waits for it.
const keysPerStep = 500

/** Answers the page behind `last`, or the first one. Keys that come or go meanwhile may be missed. */
export async function scan(
  client: RedisClient,
  prefix: string,
  last: ScanPage | undefined,
): Promise<ScanPage> {
  const { server, cursor } = last?.next ?? { server: 0, cursor: '0' }
  const servers = mastersOf(client)
  const current = servers[server]
  if (current === undefined) return { ids: [], next: undefined }
  const [next, keys] = await current.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', keysPerStep)
  const ids = keys.map((key) => key.slice(prefix.length))
  if (next !== '0') return { ids, next: { server, cursor: next } }
  const isLast = server + 1 >= servers.length
  return { ids, next: isLast ? undefined : { server: server + 1, cursor: '0' } }
}
