import { z } from 'zod'

// What answers and events of the native wire are made of.

export const address = z.strictObject({ name: z.string(), address: z.string() })
export const count = z.int().min(0)
export const uid = z.int().min(1).max(4_294_967_295)
export const uidValidity = z
  .string()
  .regex(/^[0-9]{1,20}$/)
  .describe('Opaque: which mailbox of this name the UIDs belong to; sent back as _uidvalidity')
/** A message named for good (RFC 9051 2.3.1.1). */
export const messageName = z.strictObject({ mailbox: z.string(), uidValidity, uid })

const thread = z.strictObject({
  depth: count.describe('0 for the first message of a thread'),
  parentUid: uid.nullable(),
  hasChildren: z.boolean(),
  unreadChildren: count.describe('Unseen messages among all below it'),
})

export const row = z.strictObject({
  uid,
  subject: z.string(),
  from: z.array(address),
  to: z.array(address),
  cc: z.array(address),
  date: z.number().describe('Unix ms'),
  size: count.describe('Bytes'),
  flags: z.array(z.string()).describe('As the server spells them: \\Seen, $Forwarded'),
  hasAttachment: z.boolean(),
  contentType: z.string(),
  priority: z.int().min(1).max(5).nullable(),
  isIncomplete: z
    .literal(true)
    .exactOptional()
    .describe('Its details are too large, or the server cannot tell them: what there is of it'),
  thread: thread
    .exactOptional()
    .describe('In a list asked for with _threads=1, where the server can thread'),
})

export const mailboxCount = z.strictObject({ mailbox: z.string(), messages: count, unseen: count })

export const part = z.strictObject({
  id: z.string(),
  type: z.string(),
  filename: z.string().describe('A part without a name is given one'),
  size: count.describe(
    'Bytes when saved: of base64 up to two more than there are, of quoted-printable at most this',
  ),
})

export const listFields = {
  kind: z.literal('list'),
  mailbox: z.string(),
  uidValidity,
  state: z
    .string()
    .describe('Opaque; changes whenever the mailbox does; sent back as _state with a refresh'),
  messages: count,
  unseen: count,
  total: count.describe('Messages that match'),
  page: z.int().min(1),
  pageSize: z.int().min(1),
  pageCount: count,
  rows: z.array(row),
}
export const list = z.strictObject(listFields)

export const version = z.literal(1)
export const retryAfter = z.int().min(0).nullable()
const special = z.enum(['inbox', 'drafts', 'sent', 'junk', 'trash', 'archive'])
export const doneAction = z.enum(['mark', 'move', 'copy', 'delete', 'expunge', 'purge'])
export const composeMode = z.enum(['new', 'reply', 'reply-all', 'forward', 'draft'])

export const listedPart = part.extend({
  imageNames: z
    .array(z.string())
    .exactOptional()
    .describe('Only with _unrendered=1: an image whose source is one of these names is this part'),
})

export const mailbox = z.strictObject({
  path: z.string(),
  name: z.string(),
  delimiter: z.string().nullable(),
  specialUse: special.nullable(),
  isUseChosen: z.boolean().describe('The owner chose it for its use'),
  isSubscribed: z.boolean(),
  isSelectable: z.boolean(),
  messages: count.nullable(),
  unseen: count.nullable(),
})

export const conflicts = z
  .array(z.string())
  .describe('Fields somebody else set to something else meanwhile: then nothing was saved')
