import { z } from 'zod'
import { mailboxName } from '../../../proxy/mail/index.ts'

// What the inputs of actions are made of. An example stands where a pattern alone would not show one.

const MAX_MAILBOX_BYTES = 1_000
/** UIDs of one request; a page shows far fewer. */
const MAX_UIDS = 5_000
const MAX_LOCALE_CHARS = 100
const MAX_CHARSET_CHARS = 60
/** Where identities, templates and contacts are named. */
const ID = /^[a-z0-9-]{1,64}$/

/** No input at all. */
export const nothing = z.strictObject({})

/** Text without control characters. */
export function oneLine(maxChars: number) {
  return z
    .string()
    .max(maxChars)
    .regex(/^\P{Cc}*$/u)
}

/** The path of a mailbox in UTF-8; INBOX in any case of letters. */
export const mailboxInput = z
  .string()
  .min(1)
  .max(MAX_MAILBOX_BYTES)
  .regex(/^\P{Cc}*$/u)
  .refine((path) => Buffer.byteLength(path) <= MAX_MAILBOX_BYTES)
  .transform((path) => mailboxName(path))

/** RFC 9051 4: UIDs are unsigned 32-bit numbers, and 0 is none. */
export const uidInput = z.int().min(1).max(4_294_967_295)

/** UIDs of an action, each once: it names what it acts on. */
export const uidsInput = z
  .array(uidInput)
  .min(1)
  .max(MAX_UIDS)
  .transform((uids): readonly number[] => [...new Set(uids)])

/** Which mailbox of its name is meant, as the client was told; left out by one that was not. */
export const uidValidityInput = z
  .string()
  .regex(/^[0-9]{1,20}$/)
  .meta({ examples: ['1792000000'] })
  .optional()
  .transform((digits) => (digits === undefined ? undefined : BigInt(digits)))

/** A mailbox as the client was told it. */
export const namedMailbox = z.strictObject({
  mailbox: mailboxInput,
  uidValidity: uidValidityInput,
})
/** Messages as an action names them. */
export const namedMessages = namedMailbox.extend({ uids: uidsInput })
/** The one message a request is about. */
export const namedMessage = namedMailbox.extend({ uid: uidInput })

/** What the user says that a message is written in. Whatever no one knows counts as nothing said. */
export const charsetInput = oneLine(MAX_CHARSET_CHARS)
  .optional()
  .transform((charset) => charset ?? undefined)

/** An IMAP section of numbers (RFC 9051 6.4.5), never `HEADER` or `TEXT`; behind a colon what is found within a part. */
export const sectionInput = z
  .string()
  .regex(/^[1-9][0-9]{0,3}([.:][1-9][0-9]{0,3}){0,63}$/)
  .meta({ examples: ['1.2'] })

/** An id that the page made. */
export const idInput = z
  .string()
  .regex(ID)
  .meta({ examples: ['a-1'] })

/** How the user reads dates; left out, or of a zone that no one knows: in UTC. */
export const readerInput = z
  .strictObject({
    timeZone: z.string().max(MAX_LOCALE_CHARS),
    locale: z.string().max(MAX_LOCALE_CHARS),
  })
  .optional()
  .transform((reader) => reader && knownReader(reader))

function knownReader({ timeZone, locale }: { readonly timeZone: string; readonly locale: string }) {
  if (timeZone === '') return undefined
  try {
    const options = new Intl.DateTimeFormat(locale || undefined, { timeZone }).resolvedOptions()
    return { timeZone: options.timeZone, locale: options.locale }
  } catch {
    // RangeError is the only way it says so.
    return undefined
  }
}
