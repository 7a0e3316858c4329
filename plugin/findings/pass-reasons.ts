import type { PassReason } from '../accelerator/request/response.ts'

/** Why Roundcube answered instead of Postern, for the users who run both. */
interface ReasonText {
  /** A clause about the requests: `their answers were ...`. */
  readonly what: string
  readonly advice: string
}

const texts: Readonly<Record<PassReason, ReasonText>> = {
  not_hot: { what: 'Postern does not answer this action', advice: 'nothing' },
  switched_off: {
    what: 'the action is switched off',
    advice:
      'see webmail.accelerate.off and the switches of the status page; when all are off, the journal says "accelerator off" and what is missing',
  },
  not_understood: {
    what: 'the request or the session means something that Postern leaves to Roundcube',
    advice:
      "compare imap_host of Roundcube with webmail.accelerate.mailHosts; a plugin of Roundcube may add parameters of its own; searches in several folders are always Roundcube's",
  },
  no_session: {
    what: 'nobody was signed in, or the session cookie was due for renewal',
    advice:
      'usual after a restart and for tabs left open; if it stays, see whether Roundcube keeps its sessions in Postern (postern doctor, roundcube.other-sessions)',
  },
  wrong_token: {
    what: 'the request token was not that of the session',
    advice: 'nothing: these are pages from before a sign-in, or forged requests',
  },
  not_learned: {
    what: 'Roundcube had not shown yet how it writes this answer for this user',
    advice: 'usual in the first minutes of a user, and once an hour',
  },
  news: {
    what: 'messages had arrived or were deleted, of which Roundcube tells its session',
    advice: 'nothing: the next refresh is answered by Postern again',
  },
  row_not_plain: {
    what: 'the list had a message that two programs may show differently',
    advice: 'nothing: once Roundcube has shown the message, Postern does',
  },
  password_refused: {
    what: 'the mail server refused the password',
    advice: 'nothing, unless the log of the mail server shows it for many users',
  },
  throttled: {
    what: 'too many sign-ins had failed, or too many were waiting',
    advice: 'see the section signIn of the configuration, and who guesses passwords',
  },
  mail_failed: {
    what: 'Postern could not read the mailbox',
    advice:
      'the journal has a line for each user that is left to Roundcube; see the load and the connection limit of the mail server',
  },
  store_failed: {
    what: 'the session store did not answer',
    advice: 'see what is said of the spool and the database',
  },
}

/** The text of a reason; its name where a process of another release gave it. */
export function passReasonText(reason: string): ReasonText {
  const known = Object.entries(texts).find(([name]) => name === reason)
  return known?.[1] ?? { what: reason, advice: 'see the admin guide of that release' }
}
