import type { NativeBody } from '../../../wire/native/types.ts'
import { isDomainWithin } from '../../../../proxy/address/domain-within.ts'
import { lookAlikeOf } from '../../../../proxy/address/look-alike.ts'

/** The domains that recipients are compared with. */
export type RecipientDomains = NativeBody<'recipients'>['domains']

/** What is noticed of the domain of a recipient. */
export type RecipientMark =
  | { readonly kind: 'lookAlike'; readonly own: string }
  /** Outside of what the administrator calls internal. */
  | { readonly kind: 'external' }
  /** External, and neither in the contacts nor written to before. */
  | { readonly kind: 'unknown' }

/** The mark of an address; undefined for none. */
export function recipientMark(
  address: string,
  { internal, own, known }: RecipientDomains,
): RecipientMark | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (!address.includes('@') || domain === '') return undefined
  const isKnown = known.includes(domain)
  const similar = isKnown ? undefined : lookAlikeOf(domain, own)
  if (similar !== undefined) return { kind: 'lookAlike', own: similar }
  const isInternal = internal.some((one) => isDomainWithin(domain, one))
  if (internal.length === 0 || isInternal) return undefined
  return { kind: isKnown ? 'external' : 'unknown' }
}
