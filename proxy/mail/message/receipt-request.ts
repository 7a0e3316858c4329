import { fieldValues } from '../mime/header/header-field.ts'
import { RECEIPT_FIELD, type ReceiptRequest } from '../model/receipt.ts'

/** The fields that `receiptRequest` reads. */
export const RECEIPT_REQUEST_FIELDS = [
  RECEIPT_FIELD,
  'DISPOSITION-NOTIFICATION-OPTIONS',
  'ORIGINAL-RECIPIENT',
  'RETURN-PATH',
  'LIST-ID',
  'LIST-POST',
  'LIST-UNSUBSCRIBE',
  'PRECEDENCE',
  'AUTO-SUBMITTED',
  'X-SPAM-FLAG',
] as const

/** The receipt that the header of a message requests (RFC 8098 2); undefined for none, and for one with terms we do not know. */
export function receiptRequest(header: string): ReceiptRequest | undefined {
  const to = fieldValues(header, RECEIPT_FIELD).join(', ')
  if (to === '') return undefined
  const options = fieldValues(header, 'DISPOSITION-NOTIFICATION-OPTIONS').join(';')
  if (/=\s*required\b/i.test(options)) return undefined
  return {
    to,
    returnPath: returnPathOf(header),
    isBulk: isBulk(header),
    originalRecipient: fieldValues(header, 'ORIGINAL-RECIPIENT')[0],
  }
}

/** Of the last server: a sender can have written one below. */
function returnPathOf(header: string): string | undefined {
  const [value] = fieldValues(header, 'RETURN-PATH')
  return value === undefined ? undefined : /^<?([^<>]*)>?$/.exec(value)?.[1]?.trim()
}

/** True for mail of a list, and for what no person sent. */
export function isBulk(header: string): boolean {
  const has = (name: string, words: RegExp) =>
    fieldValues(header, name).some((value) => words.test(value))
  return (
    has('LIST-(?:ID|POST|UNSUBSCRIBE)', /./) ||
    has('PRECEDENCE', /^(?:bulk|list|junk)$/i) ||
    // RFC 3834 5.
    has('AUTO-SUBMITTED', /^(?!no\b)./i) ||
    has('X-SPAM-FLAG', /^yes/i)
  )
}
