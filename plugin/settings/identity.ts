import { z } from 'zod'
import { FIELD_LIMITS } from './field-limits.ts'

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

/** Who an owner writes as. Whether addresses are sound is for who takes them in (owner-settings.ts). */
export const identityFields = z.object({
  /** Shown beside the address; may be empty. */
  name: line(FIELD_LIMITS.name),
  address: line(FIELD_LIMITS.address),
  /** Empty: answers come to the address. */
  replyTo: line(FIELD_LIMITS.address),
  /** Gets a blind copy of everything; may be empty. */
  bcc: line(FIELD_LIMITS.address),
  organisation: line(FIELD_LIMITS.name),
  /** Plain text, put below what is written. */
  signature: textOf(FIELD_LIMITS.signature),
  /** The same with its looks, as sanitized markup; empty: there is only the plain one. */
  formattedSignature: textOf(FIELD_LIMITS.formattedSignature),
})

/** An identity as it is shown and used. */
type IdentityFields = Readonly<z.infer<typeof identityFields>>

export interface Identity extends IdentityFields {
  readonly id: string
  readonly version: number
}

/** What a new identity starts with. */
export const emptyIdentity: IdentityFields = {
  name: '',
  address: '',
  replyTo: '',
  bcc: '',
  organisation: '',
  signature: '',
  formattedSignature: '',
}

/** A kept identity; undefined where it cannot be read. */
export function readIdentity(
  stored: Readonly<Record<string, unknown>>,
): IdentityFields | undefined {
  const read = identityFields.safeParse({ ...emptyIdentity, ...stored })
  return read.success ? read.data : undefined
}
