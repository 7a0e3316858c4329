/** Whom a reader's program is asked to tell that the message was read (RFC 8098 2.1). */
export const RECEIPT_FIELD = 'Disposition-Notification-To'
