import { z } from 'zod'
import {
  type Address,
  type BuiltMessage,
  type Credential,
  type DraftOrigin,
  mailboxName,
  type MessageName,
} from '../../proxy/mail/index.ts'
import {
  type DocumentOwner,
  type OwnedDocument,
  personalOwner,
  type Seal,
  SealBroken,
  type SealOwner,
} from '../../store/index.ts'
import type { SealedDocument } from '../key-rotation/reseal.ts'
import { jsonOf } from '../config/corrupt-file.ts'

/** What a message of the outbox is at; `sending` is a lease and no state of its own. */
export type StoredState = z.infer<typeof fields>['state']

/** A message that waits to be sent: what is known of the draft that lies at its owner's IMAP server. */
export interface OutboxMessage {
  readonly composeId: string
  /** Of what was composed: tells another version. */
  readonly digest: string
  readonly messageId: string
  /** Whose account it is: the name in the send log. */
  readonly user: string
  readonly state: StoredState
  /** Unix ms of the next attempt; undefined: its owner decides. */
  readonly dueAt: number | undefined
  /** Unix ms; undefined for what was scheduled. */
  readonly undoUntil: number | undefined
  readonly attempts: number
  /** Unix ms of the first attempt that failed. */
  readonly failedAt: number | undefined
  /** To be sent although it may have been delivered. */
  readonly isAgain: boolean
  /** It may have been delivered. */
  readonly isUncertain: boolean
  /** Words of a mail server. */
  readonly error: string | undefined
  readonly draft: MessageName
  /** The draft has OUTBOX_KEYWORD. */
  readonly hasKeyword: boolean
  /** SHA-256 of the draft's source. */
  readonly contentDigest: string
  readonly origin: DraftOrigin | undefined
  /** The instance that is at it, and Unix ms until when no other one takes it. */
  readonly lease: { readonly instance: string; readonly until: number } | undefined
  readonly content: OutboxContent
}

/** What of a message is stored sealed: it tells what was written to whom, and how to sign in for them. */
export interface OutboxContent {
  readonly subject: string
  readonly recipients: readonly Address[]
  readonly envelope: BuiltMessage['envelope']
  /** The recipient that the mail server refused. */
  readonly refusedRecipient?: string | undefined
  /** undefined: none is stored, or it was refused. */
  readonly credential: StoredCredential | undefined
  /** The seal, which stays as it is, where it does not open, and why; then nothing of the other fields is known. */
  readonly unopened: { readonly sealed: string; readonly reason: SealBroken['reason'] } | undefined
}

/** A credential whose password is undefined where it is the master user's, which is stored elsewhere. */
export type StoredCredential = Omit<Credential, 'password'> & {
  readonly password: string | undefined
}

/** The flag of drafts that wait to be sent, where the mailbox keeps keywords (RFC 9051 2.3.2). */
export const OUTBOX_KEYWORD = '$PosternOutbox'

/** States in which nothing happens any more until the owner decides. */
export function isOver({ state }: Pick<OutboxMessage, 'state'>): boolean {
  return OVER.has(state)
}

const OVER: ReadonlySet<StoredState> = new Set([
  'asks',
  'refused',
  'changed',
  'gone',
  'unreadable',
  'unfiled',
])

/** Whether the submission server has taken it, so that only its copy is left to be filed. */
export function isDelivered({ state }: Pick<OutboxMessage, 'state'>): boolean {
  return state === 'filing' || state === 'unfiled'
}

const messageNameFields = {
  mailbox: z.string().transform((text) => mailboxName(text)),
  uidValidity: z.coerce.bigint(),
  uid: z.int(),
}

const fields = z.object({
  composeId: z.string(),
  digest: z.string(),
  messageId: z.string(),
  user: z.string(),
  state: z.enum([
    ...(['waiting', 'retrying', 'filing', 'password'] as const),
    ...(['asks', 'refused', 'changed', 'gone', 'unreadable', 'unfiled'] as const),
  ]),
  dueAt: z.number().optional(),
  undoUntil: z.number().optional(),
  attempts: z.int(),
  failedAt: z.number().optional(),
  isAgain: z.boolean(),
  isUncertain: z.boolean(),
  error: z.string().optional(),
  draft: z.object(messageNameFields),
  hasKeyword: z.boolean(),
  contentDigest: z.string(),
  origin: z
    .object({ ...messageNameFields, mode: z.enum(['reply', 'reply-all', 'forward']) })
    .optional(),
  lease: z.object({ instance: z.string(), until: z.number() }).optional(),
  sealed: z.string(),
})

const content = z.object({
  subject: z.string(),
  recipients: z.array(z.object({ name: z.string(), address: z.string() })),
  envelope: z.object({
    from: z.string(),
    to: z.array(z.string()),
    reportsDelivery: z.boolean().optional(),
  }),
  refusedRecipient: z.string().optional(),
  credential: z
    .object({
      user: z.string(),
      password: z.string().optional(),
      authorizationId: z.string().optional(),
    })
    .optional(),
})

/** Writes messages as the bodies of documents, and reads them. */
export type MessageCodec = ReturnType<typeof createMessageCodec>

/** The personal documents of the outbox. */
export const OUTBOX_KIND = 'outbox'

/** The seal is bound to owner and message: copied to another document it does not open. */
export function createMessageCodec(seal: Seal) {
  const sealOwner = ({ username, mailHost }: DocumentOwner, composeId: string) =>
    sealOwnerOf(personalOwner(username, mailHost), composeId)
  return {
    write(owner: DocumentOwner, { content: sealed, ...message }: OutboxMessage): string {
      const { draft, origin, composeId } = message
      return JSON.stringify({
        ...message,
        draft: { ...draft, uidValidity: String(draft.uidValidity) },
        origin: origin && { ...origin, uidValidity: String(origin.uidValidity) },
        sealed:
          sealed.unopened?.sealed ?? seal.seal(JSON.stringify(sealed), sealOwner(owner, composeId)),
      })
    },
    read(owner: DocumentOwner, body: string): OutboxMessage {
      const { sealed, ...message } = fields.parse(JSON.parse(body))
      return {
        ...message,
        dueAt: message.dueAt,
        undoUntil: message.undoUntil,
        failedAt: message.failedAt,
        error: message.error,
        origin: message.origin,
        lease: message.lease,
        content: readContent(sealed, sealOwner(owner, message.composeId)),
      }
    },
  }

  function readContent(sealed: string, owner: SealOwner): OutboxContent {
    try {
      const { credential, ...read } = content.parse(JSON.parse(seal.open(sealed, owner)))
      return {
        ...read,
        unopened: undefined,
        credential: credential && {
          user: credential.user,
          password: credential.password,
          authorizationId: credential.authorizationId,
        },
      }
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      return {
        ...{ subject: '', recipients: [], envelope: { from: '', to: [] }, credential: undefined },
        unopened: { sealed, reason: error.reason },
      }
    }
  }
}

/** By the digest of the owner, since a rotation of the keys meets no names. */
function sealOwnerOf(ownerDigest: string, composeId: string): SealOwner {
  return { sessionId: `outbox ${composeId}`, username: ownerDigest, host: '' }
}

const sealedFields = z.looseObject({ composeId: z.string(), sealed: z.string() })

/** What is sealed in the document of a message, for a rotation of the keys; undefined where it is none. */
export function sealedMessage({ owner, body }: OwnedDocument): SealedDocument | undefined {
  const { success, data: message } = sealedFields.safeParse(jsonOf(body))
  if (!success) return undefined
  return {
    sealed: message.sealed,
    owner: sealOwnerOf(owner, message.composeId),
    bodyWith: (sealed) => JSON.stringify({ ...message, sealed }),
  }
}
