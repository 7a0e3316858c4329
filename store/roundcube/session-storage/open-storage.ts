import { databaseErrorReport } from '../../database/error-report.ts'
import { StoreUnavailable } from '../../fault/unavailable.ts'
import { openFilesStorage } from './files-storage.ts'
import { openMemcachedStorage } from './memcached-storage.ts'
import { openRedisStorage } from './redis-storage.ts'
import {
  SessionStorageFault,
  type SessionStorage,
  type SessionStorageTarget,
  type StorageOptions,
} from './storage.ts'
import { openTableStorage } from './table-storage.ts'

/** Opens where a Roundcube has its sessions. Throws SessionStorageFault when it does not answer. */
export async function openSessionStorage(
  target: SessionStorageTarget,
  options: StorageOptions,
): Promise<SessionStorage> {
  const storage = await asStorageFault(open(target, options))
  return {
    list: () => asStorageFault(storage.list()),
    read: (ids) => asStorageFault(storage.read(ids)),
    write: (sessions) => asStorageFault(storage.write(sessions)),
    remove: (ids) => asStorageFault(storage.remove(ids)),
    close: () => storage.close(),
  }
}

async function open(
  target: SessionStorageTarget,
  options: StorageOptions,
): Promise<SessionStorage> {
  switch (target.kind) {
    case 'table':
      return openTableStorage(target, options)
    case 'redis':
      return openRedisStorage(target, options)
    case 'memcached':
      return openMemcachedStorage(target, options)
    case 'files':
      return openFilesStorage(target, options)
  }
}

async function asStorageFault<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (cause) {
    throw new SessionStorageFault(reasonOf(cause), { cause })
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof StoreUnavailable) return databaseErrorReport(cause).text || cause.message
  return cause instanceof Error ? cause.message : String(cause)
}
