import { MailFault, type MailFaultCode } from '../model/mail-fault.ts'

const MAX_SERVER_TEXT = 500

/**
 * Maps what the SMTP client threw to a MailFault: by error code and reply code, never by message text.
 * Once the server had the whole message, only a reply reports that it did not take it (RFC 5321 4.2.5).
 */
export function toSmtpFault(error: unknown, { isWhole }: { readonly isWhole: boolean }): MailFault {
  const refused = refusedRecipient(error)
  const { code, reply, replyCode } = readSmtpError(refused?.error ?? error)
  if (isWhole && replyCode === 0)
    return new MailFault('delivery_uncertain', reply, { cause: error })
  if (error instanceof MailFault) return error
  if (refused === undefined) {
    const fault = faultCode(code, replyCode)
    // Of a message over its SIZE the client says so, as the server would (RFC 1870).
    const isReported = replyCode > 0 || code === 'EMESSAGE'
    return new MailFault(fault, reply, { cause: error, ...(isReported ? { reply } : {}) })
  }
  const { recipient } = refused
  // RFC 5321 4.2.1: 4yz may pass later.
  const fault = replyCode >= 500 ? 'recipient_refused' : 'recipient_deferred'
  return new MailFault(fault, reply, { cause: error, reply, recipient })
}

/** The recipient a refusal is about: nodemailer names it on the error, or on the first of those of all. */
function refusedRecipient(
  error: unknown,
): { readonly error: Error; readonly recipient: string } | undefined {
  if (!(error instanceof Error)) return undefined
  if ('recipient' in error && typeof error.recipient === 'string') {
    return { error, recipient: error.recipient }
  }
  const all: readonly unknown[] =
    'rejectedErrors' in error && Array.isArray(error.rejectedErrors) ? error.rejectedErrors : []
  return refusedRecipient(all[0])
}

function faultCode(code: string, replyCode: number): MailFaultCode {
  switch (code) {
    case 'EAUTH':
      // Never `authentication_refused`, which ends a session: IMAP takes the same password.
      return replyCode >= 500 ? 'rejected' : 'unavailable'
    case 'EENVELOPE':
    case 'EMESSAGE':
      // RFC 5321 4.2.1: 5yz is a final no, 4yz may pass later. No reply at all means that the client
      // itself refused, e.g. a message above the SIZE the server announced (RFC 1870).
      return replyCode >= 500 || replyCode === 0 ? 'rejected' : 'deferred'
    case 'ETIMEDOUT':
      return 'timed_out'
    default:
      return 'unavailable'
  }
}

function readSmtpError(error: unknown): { code: string; reply: string; replyCode: number } {
  if (!(error instanceof Error)) return { code: '', reply: 'The mail server failed', replyCode: 0 }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const message =
    'response' in error && typeof error.response === 'string' ? error.response : error.message
  const replyCode =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  return {
    code,
    reply: message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, MAX_SERVER_TEXT),
    replyCode,
  }
}
