import { z } from 'zod'

// What answers and events are made of.

export const address = z.strictObject({ name: z.string(), address: z.string() })
export const count = z.int().min(0)
export const uid = z.int().min(1).max(4_294_967_295)
export const uidValidity = z
  .string()
  .regex(/^[0-9]{1,20}$/)
  .describe('Opaque: which mailbox of this name the UIDs belong to; sent back with them')
/** A message named permanently (RFC 9051 2.3.1.1). */
export const messageName = z.strictObject({ mailbox: z.string(), uidValidity, uid })

const thread = z.strictObject({
  depth: count.describe('0 for the first message of a thread'),
  parentUid: uid.nullable(),
  hasChildren: z.boolean(),
  unreadChildren: count.describe('Unseen messages among all below it'),
})

/** As X-Priority counts. */
export const priority = z.int().min(1).max(5)

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
  priority: priority.nullable(),
  isIncomplete: z
    .literal(true)
    .exactOptional()
    .describe('Its details are too large, or the server cannot tell them: what there is of it'),
  thread: thread.exactOptional().describe('In a threaded list, where the server can thread'),
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

export const list = z.strictObject({
  kind: z.literal('list'),
  mailbox: z.string(),
  uidValidity,
  state: z.string().describe('Opaque; changes whenever the mailbox does; sent back with a refresh'),
  messages: count,
  unseen: count,
  total: count.describe('Messages that match'),
  page: z.int().min(1),
  pageSize: z.int().min(1),
  pageCount: count,
  rows: z.array(row),
})

/** An action on messages was done. */
export const done = z.strictObject({
  kind: z.literal('done'),
  action: z.enum(['mark', 'move', 'copy', 'delete', 'expunge', 'purge']),
  mailbox: z.string(),
  uids: z.array(uid),
  counts: z.array(mailboxCount),
  target: z.string().nullable(),
  uidMap: z
    .array(z.tuple([uid, uid]))
    .describe('Pairs [old UID, new UID] where the server told (COPYUID)'),
  targetUidValidity: uidValidity
    .nullable()
    .describe('What the new UIDs belong to; null where the server did not tell'),
  list: list.nullable(),
})

export const retryAfter = z.int().min(0).nullable()

export const conflicts = z
  .array(z.string())
  .describe('Fields somebody else set to something else meanwhile: then nothing was saved')
