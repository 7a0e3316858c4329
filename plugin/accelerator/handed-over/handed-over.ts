import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { PhpFormatError, readSerialized } from '../../../store/index.ts'
import { listFormSchema, type ListForm } from '../../wire/roundcube/handed-over/list-form.ts'
import type { RoundcubeSession } from '../session/roundcube-session.ts'

/** What the plugin in Roundcube says of a session. */
export interface HandedOver {
  /** What follows the value where Roundcube sets the session's cookie; undefined: it was not seen. */
  readonly cookieAttributes: string | undefined
  /** How lists are written; undefined where the plugin is not sure of it. */
  readonly form: ListForm | undefined
}

/** What the plugin has handed over, as long as it counts. */
export interface HandOvers {
  /** undefined: nothing was, or nothing that counts. What is wrong is passed by: answers are learned from then. */
  of(session: SignedSession): HandedOver | undefined
  /** What was handed over so far counts no more: settings may have changed, in whichever session. */
  forget(username: string): void
  /** Roundcube wrote a list otherwise than it was handed over: for a while nothing of this user counts. */
  distrust(username: string): void
}

/** What of a session reports whether something was signed for it. */
type SignedSession = Pick<RoundcubeSession, 'id' | 'username' | 'handedOver'>

interface HandOverRules {
  /** Shared with the plugin; undefined: there is none. */
  readonly secret: string | undefined
  readonly sessions: number
  /** How long the settings of another device or instance may go unnoticed. */
  readonly keepMs: number
  /** Unix ms of the machine's clock, which PHP goes by. */
  readonly wall: () => number
}

/** As the plugin writes it: what it adds to a session's row, many times a minute, stays small. */
const MAX_BYTES = 20_000
/** Two machines do not agree to the second. */
const MAX_AHEAD_MS = 10_000

/** Reads what is signed for the session it lies in, and refuses everything else. */
export function createHandOvers({ secret, sessions, keepMs, wall }: HandOverRules): HandOvers {
  /** Read once for each text. */
  const read = new LRUCache<string, { readonly text: string; readonly said: Said | undefined }>({
    max: sessions,
  })
  const forgotten = new LRUCache<string, number>({ max: sessions })
  const distrusted = new LRUCache<string, number>({ max: sessions })

  function saidBy(key: string, { id, handedOver }: SignedSession): Said | undefined {
    const text = handedOver === undefined ? undefined : textOf(handedOver)
    if (text === undefined) return undefined
    const cached = read.get(id)
    if (cached?.text === text) return cached.said
    const said = readSigned(text, key, id)
    read.set(id, { text, said })
    return said
  }

  return {
    of(session) {
      const said = secret === undefined ? undefined : saidBy(secret, session)
      if (said?.user !== session.username) return undefined
      if (wall() - (distrusted.get(session.username) ?? -Infinity) < keepMs) return undefined
      const age = wall() - said.at
      if (age > keepMs || age < -MAX_AHEAD_MS) return undefined
      if (said.at <= (forgotten.get(session.username) ?? 0)) return undefined
      return said
    },
    forget(username) {
      forgotten.set(username, wall())
    },
    distrust(username) {
      distrusted.set(username, wall())
    },
  }
}

interface Said extends HandedOver {
  readonly user: string
  /** Unix ms. */
  readonly at: number
}

const schema = z
  .object({
    user: z.string().min(1),
    at: z.int(),
    cookie: z
      .string()
      .regex(/^[\x20-\x7e]*$/)
      .max(200)
      .nullable(),
    form: listFormSchema.nullable().catch(null),
  })
  .transform(({ user, at, cookie, form }): Said => ({
    ...{ user, at },
    cookieAttributes: cookie === null || /expires=|max-age=/i.test(cookie) ? undefined : cookie,
    form: form ?? undefined,
  }))

/** `v1.<HMAC-SHA256 in hex>.<JSON>` */
function readSigned(text: string, secret: string, sessionId: string): Said | undefined {
  const [, signature = '', json] = /^v1\.([0-9a-f]{64})\.(\{.*\})$/s.exec(text) ?? []
  if (json === undefined) return undefined
  const right = signatureOf(json, secret, sessionId)
  if (!timingSafeEqual(right, Buffer.from(signature, 'hex'))) return undefined
  return schema.safeParse(parsed(json)).data
}

/** For one session alone, so that it counts in no other. */
function signatureOf(json: string, secret: string, sessionId: string): Buffer {
  return createHmac('sha256', secret).update(`postern-roundcube\n${sessionId}\n${json}`).digest()
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // No JSON, although it was signed: undefined is nothing that counts.
    return undefined
  }
}

function textOf(value: Buffer): string | undefined {
  if (value.length > MAX_BYTES) return undefined
  try {
    const text = readSerialized(value)
    return typeof text === 'string' ? text : undefined
  } catch (error) {
    if (error instanceof PhpFormatError) return undefined
    throw error
  }
}
