import { z } from 'zod'

const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u)

const textOf = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/)

/** Of the markup of a signature, in characters: what an office program makes of a few lines fits. */
export const MAX_FORMATTED_SIGNATURE = 20_000

/** Who an owner writes as. Whether addresses are sound is for who takes them in (owner-settings.ts). */
export const identityFields = z.object({
  /** Shown beside the address; may be empty. */
  name: line(200),
  address: line(254),
  /** Empty: answers come to the address. */
  replyTo: line(254),
  /** Gets a blind copy of everything; may be empty. */
  bcc: line(254),
  organisation: line(200),
  /** Plain text, put below what is written. */
  signature: textOf(10_000),
  /** The same with its looks, as sanitized markup; empty: there is only the plain one. */
  formattedSignature: textOf(MAX_FORMATTED_SIGNATURE),
})

/** An identity as it is shown and used. */
type IdentityFields = Readonly<z.infer<typeof identityFields>>

export interface Identity extends IdentityFields {
  readonly id: string
  readonly version: number
}

/** What a new identity begins with. */
export const emptyIdentity: IdentityFields = {
  name: '',
  address: '',
  replyTo: '',
  bcc: '',
  organisation: '',
  signature: '',
  formattedSignature: '',
}

/** A kept identity; undefined where it can not be read. */
export function readIdentity(kept: Readonly<Record<string, unknown>>): IdentityFields | undefined {
  const read = identityFields.safeParse({ ...emptyIdentity, ...kept })
  return read.success ? read.data : undefined
}
