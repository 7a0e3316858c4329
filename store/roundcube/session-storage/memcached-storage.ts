import { formatSessionValue, parseSessionValue } from '../session-value.ts'
import { connectMemcached } from './memcached-connection.ts'
import { textOfMemcachedValue } from './memcached-value.ts'
import {
  inPieces,
  SESSION_ID,
  type SessionStorage,
  type SessionStorageTarget,
  type StorageOptions,
  type StoredSession,
} from './storage.ts'

/** Sessions in the memcached that `memcache_hosts` names; it can list its keys since 1.4.31 (`lru_crawler metadump`). */
export async function openMemcachedStorage(
  { hosts }: Extract<SessionStorageTarget, { readonly kind: 'memcached' }>,
  { lifetimeMs, timeoutMs, now }: StorageOptions,
): Promise<SessionStorage> {
  const connections = await Promise.all(hosts.map((host) => connectMemcached(host, timeoutMs)))
  /** Unix seconds at which they expire, as the last list said. */
  let expiries = new Map<string, number>()

  return {
    async list() {
      const stamps = new Map<string, string>()
      const found = new Map<string, number>()
      for (const connection of connections) {
        const lines = await connection.query('lru_crawler metadump all\r\n', isEnd)
        if (lines.at(-1) !== 'END') {
          throw new Error(`it cannot list its keys (lru_crawler metadump: ${lines.at(-1) ?? ''})`)
        }
        for (const line of lines) {
          const [, key = '', expiry = '', cas = ''] = KEY_LINE.exec(line) ?? []
          const id = decodeURIComponent(key)
          if (!SESSION_ID.test(id)) continue
          stamps.set(id, cas)
          found.set(id, Number(expiry))
        }
      }
      expiries = found
      return stamps
    },
    async read(ids) {
      const found: StoredSession[] = []
      for (const piece of inPieces(ids)) {
        for (const connection of connections) {
          for (const [id, value] of await connection.get(piece)) {
            const text = textOfMemcachedValue(value)
            const session = text === undefined ? undefined : parseSessionValue(text)
            const expiry = expiries.get(id) ?? -1
            const lifeMs = expiry > 0 ? expiry * 1_000 - now() : lifetimeMs
            if (session !== undefined && lifeMs > 0) found.push({ id, session, lifeMs })
          }
        }
      }
      return found
    },
    async write(sessions) {
      for (const { id, session, lifeMs } of sessions) {
        const value = formatSessionValue(session)
        const seconds = Math.ceil(lifeMs / 1_000)
        const head = Buffer.from(`set ${id} 0 ${seconds} ${value.length}\r\n`)
        // PHP chooses among several by the key, in a way of its own: it finds it at any.
        for (const connection of connections) {
          const command = Buffer.concat([head, value, Buffer.from('\r\n')])
          const [line] = await connection.query(command, () => true)
          if (line !== 'STORED') throw new Error(`it did not store a session (${line ?? ''})`)
        }
      }
    },
    async remove(ids) {
      for (const id of ids) {
        for (const connection of connections) await connection.query(`delete ${id}\r\n`, () => true)
      }
    },
    close() {
      for (const connection of connections) connection.close()
      return Promise.resolve()
    },
  }
}

const KEY_LINE = /^key=(\S+) exp=(-?\d+) .*?cas=(\d+)/

function isEnd(line: string): boolean {
  return line === 'END' || /^(ERROR|CLIENT_ERROR|SERVER_ERROR|BUSY)/.test(line)
}
