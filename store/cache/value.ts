import { createHmac, timingSafeEqual, hkdfSync } from 'node:crypto'
import { ended, type SessionFinding, type SessionRow } from '../record/session.ts'
import type { SealKeys } from '../seal/keys.ts'

/** Keys for the codes on cached values: the first one signs, all of them verify (rotation). */
export type CacheKeys = readonly [Buffer, ...Buffer[]]

// `<mac>.<version>.<changedAt>.<payload>`; the version stands outside so that a script in Redis can compare.
const shape = /^([\w-]{43})\.(\d{1,16})\.(\d{1,16})\.(.*)$/s
const endedPayload = '!'

/** A session as Redis keeps it, with a code over id, version and content (plugin/docs/threats.md, sessions). */
export function sealCacheValue(session: SessionRow, keys: CacheKeys): string {
  const payload = JSON.stringify([session.vars, session.ip, session.createdAt, session.expiresAt])
  return sealed(keys[0], { ...session, payload })
}

/** The mark of an ended session as Redis keeps it. */
export function sealCacheEnd(id: string, keys: CacheKeys): string {
  return sealed(keys[0], {
    id,
    version: Number.MAX_SAFE_INTEGER,
    changedAt: 0,
    payload: endedPayload,
  })
}

/** The finding in a cached value, or undefined when it was not written by us for this id. */
export function openCacheValue(
  id: string,
  value: string,
  keys: CacheKeys,
): SessionFinding | undefined {
  const [, mac = '', version = '', changedAt = '', payload = ''] = shape.exec(value) ?? []
  const signed = `${id}|${version}|${changedAt}|${payload}`
  if (!keys.some((key) => isEqual(mac, macOf(key, signed)))) return undefined
  if (payload === endedPayload) return ended
  return { kind: 'session', session: sessionOf(id, version, changedAt, payload) }
}

interface CachedValue extends Pick<SessionRow, 'id' | 'version' | 'changedAt'> {
  readonly payload: string
}

function sealed(key: Buffer, { id, version, changedAt, payload }: CachedValue): string {
  const mac = macOf(key, `${id}|${version}|${changedAt}|${payload}`)
  return `${mac}.${version}.${changedAt}.${payload}`
}

function macOf(key: Buffer, signed: string): string {
  return createHmac('sha256', key).update(signed).digest('base64url')
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The payload carried a valid code, so only an older Postern's other shape could fail here. */
function sessionOf(id: string, version: string, changedAt: string, payload: string): SessionRow {
  const parsed: unknown = JSON.parse(payload)
  const [vars, ip, createdAt, expiresAt] = Array.isArray(parsed) ? Array.from<unknown>(parsed) : []
  if (typeof vars !== 'string' || typeof ip !== 'string') throw new TypeError('cached value')
  if (typeof createdAt !== 'number' || typeof expiresAt !== 'number') {
    throw new TypeError('cached value')
  }
  return {
    id,
    vars,
    ip,
    createdAt,
    expiresAt,
    version: Number(version),
    changedAt: Number(changedAt),
  }
}

/** The codes on cached values come from the master keys, apart from the password's keys. */
export function cacheKeys(keys: SealKeys): () => CacheKeys {
  let derivedFrom = keys.all
  let derived = deriveCacheKeys(keys)
  return () => {
    // Keys read again are another list: rotation takes effect with the next value.
    if (derivedFrom !== keys.all) derived = deriveCacheKeys(keys)
    derivedFrom = keys.all
    return derived
  }
}

function deriveCacheKeys({ newest, all }: SealKeys): CacheKeys {
  const derive = (secret: Buffer) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'postern/cache/v1', 32))
  const older = all.filter(({ kid }) => kid !== newest.kid)
  return [derive(newest.secret), ...older.map(({ secret }) => derive(secret))]
}
