import { createHash } from 'node:crypto'
import { z } from 'zod'
import { mailboxName, type MessageName, type MessageStamp } from '../../../proxy/mail/index.ts'
import type { Documents } from '../../../store/index.ts'

/** A composed message, as its page names it. */
export interface ComposedName {
  readonly user: string
  /** Made by the page, once for each message. */
  readonly composeId: string
}

/** Where the copy of a sent message is. */
export interface SentCopy {
  /** undefined where a name was too long to be noted. */
  readonly filedIn: string | undefined
  /** Where in it, when the server told. */
  readonly filed: MessageName | undefined
}

/** What is known of a composed message that was to be sent. Nothing of its content is in it. */
export interface SendRecord extends MessageStamp {
  /** Of what was handed over: reports whether another try is about the same words. */
  readonly digest: string
  /**
   * `unknown` from before the submission server is asked until it has answered; `waiting` in the outbox, until it was
   * `canceled` there or the server is asked.
   */
  readonly outcome: 'unknown' | 'refused' | 'delivered' | 'waiting' | 'canceled'
  /** Who is at it, and when it last said so (Unix ms); undefined: no one. */
  readonly attempt: { readonly id: string; readonly aliveAt: number } | undefined
  /** undefined: not filed yet. */
  readonly copy: SentCopy | undefined
}

/** A record with its place in the history of its message. */
export interface SendLogEntry {
  readonly version: number
  readonly record: SendRecord
}

/** What became of every message, so that none is sent twice unasked. Throws StoreUnavailable. */
export type SendLog = ReturnType<typeof createSendLog>

interface SendLogOptions {
  readonly documents: Documents
  /** How long after its last change a message is remembered. */
  readonly keepMs: number
  readonly now: () => number
}

/** Sent messages are remembered so long, so that none is sent twice unasked: a page left open over a weekend. */
export const SEND_RECORD_MS = 3 * 24 * 3_600_000

/** A mailbox name may be as long as the server likes; a record without the place of the copy is none the worse. */
const MAX_BODY_CHARS = 4_096

/** The journal over the store's documents. Their ids are hashed: what is composed may name users. */
export function createSendLog({ documents, keepMs, now }: SendLogOptions) {
  return {
    async find(name: ComposedName): Promise<SendLogEntry | undefined> {
      const document = await documents.find(idOf(name))
      if (document === undefined) return undefined
      return { version: document.version, record: recordOf(document.body) }
    },
    /**
     * Writes what follows `before`, durably and for all instances; undefined when someone else wrote
     * another thing there first.
     */
    async write(
      name: ComposedName,
      before: SendLogEntry | undefined,
      record: SendRecord,
    ): Promise<SendLogEntry | undefined> {
      const version = (before?.version ?? 0) + 1
      const [id, body] = [idOf(name), bodyOf(record)]
      const standing = await documents.put({ id, version, body, expiresAt: now() + keepMs })
      return standing.version === version && standing.body === body
        ? { version, record }
        : undefined
    },
  }
}

function idOf({ user, composeId }: ComposedName): string {
  return createHash('sha256')
    .update(JSON.stringify(['send', user, composeId]))
    .digest('hex')
}

// What is undefined is left out of JSON, which knows no numbers as large as a UIDVALIDITY may become.
const recordSchema = z.object({
  messageId: z.string(),
  at: z.int(),
  digest: z.string(),
  outcome: z.enum(['unknown', 'refused', 'delivered', 'waiting', 'canceled']),
  attempt: z.object({ id: z.string(), aliveAt: z.int() }).optional(),
  copy: z
    .object({
      filedIn: z.string().optional(),
      filed: z
        .object({
          mailbox: z.string().transform((text) => mailboxName(text)),
          uid: z.int(),
          uidValidity: z.coerce.bigint(),
        })
        .optional(),
    })
    .optional(),
})

function recordOf(body: string): SendRecord {
  const { copy, attempt, ...record } = recordSchema.parse(JSON.parse(body))
  return { ...record, attempt, copy: copy && { filedIn: copy.filedIn, filed: copy.filed } }
}

function bodyOf(record: SendRecord): string {
  const { copy } = record
  const filed = copy?.filed && { ...copy.filed, uidValidity: String(copy.filed.uidValidity) }
  const body = JSON.stringify({ ...record, copy: copy && { filedIn: copy.filedIn, filed } })
  return body.length > MAX_BODY_CHARS ? JSON.stringify({ ...record, copy: copy && {} }) : body
}
