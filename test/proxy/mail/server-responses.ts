import type { MailFaultCode } from '../../../proxy/mail/model/mail-fault.ts'

/** Where in a session a server says it: instead of the greeting, after the password, to a command. */
export type AnsweredAt = 'greeting' | 'password' | 'signed in' | 'SELECT' | 'UID COPY' | 'CREATE'

/** What a server is known to answer, word for word. */
export interface ServerResponse {
  readonly server: string
  readonly at: AnsweredAt
  /** Without its tag; a BYE is untagged, and the server hangs up after it. */
  readonly answer: string
  /** What it means. */
  readonly code: MailFaultCode
}

/** Dovecot: src/login-common and src/imap-login (client-authenticate.c), src/lib-storage/mail-error.h. */
const dovecot: readonly ServerResponse[] = [
  ...atPassword('Dovecot 1.x', [
    ['NO Authentication failed.', 'authentication_refused'],
    ['NO Temporary authentication failure.', 'unavailable'],
    ['NO Plaintext authentication disabled.', 'unavailable'],
    ['BYE Internal login failure.', 'unavailable'],
    [
      'NO Maximum number of connections from user+IP exceeded (mail_max_userip_connections)',
      'limit_reached',
    ],
    [
      'BYE Maximum number of connections from user+IP exceeded (mail_max_userip_connections)',
      'limit_reached',
    ],
  ]),
  ...atPassword('Dovecot 2.2 and 2.3', [
    ['NO [AUTHENTICATIONFAILED] Authentication failed.', 'authentication_refused'],
    ['NO [AUTHORIZATIONFAILED] Authorization failed', 'authentication_refused'],
    ['NO [EXPIRED] Password expired', 'authentication_refused'],
    ['NO [CONTACTADMIN] Account is disabled.', 'authentication_refused'],
    ['NO [UNAVAILABLE] Temporary authentication failure. [mx:2026-11-21 02:52:22]', 'unavailable'],
    [
      'NO [UNAVAILABLE] Internal error occurred. Refer to server log for more information.',
      'unavailable',
    ],
    [
      'NO [PRIVACYREQUIRED] Plaintext authentication disallowed on non-secure (SSL/TLS) connections.',
      'unavailable',
    ],
    // https://github.com/mscdex/node-imap/issues/606
    [
      'NO [UNAVAILABLE] Maximum number of connections from user+IP exceeded (mail_max_userip_connections=16)',
      'limit_reached',
    ],
  ]),
  ...atPassword('Dovecot 2.3.19.1+dfsg1-2.1+deb12u7 and later', [
    [
      'NO [LIMIT] Maximum number of connections from user+IP exceeded (mail_max_userip_connections=1)',
      'limit_reached',
    ],
  ]),
  ...atPassword('Dovecot 2.4', [
    [
      'NO [PRIVACYREQUIRED] Cleartext authentication disallowed on non-secure (SSL/TLS) connections.',
      'unavailable',
    ],
  ]),
  ...atCommands('Dovecot 1.x', [
    ['SELECT', "NO Mailbox doesn't exist: Elsewhere", 'mailbox_not_found'],
    [
      'SELECT',
      'NO Internal error occurred. Refer to server log for more information. [2009-11-21 02:52:22]',
      'unavailable',
    ],
    ['UID COPY', 'NO Not enough disk quota', 'over_quota'],
    ['CREATE', 'NO Mailbox already exists', 'mailbox_exists'],
  ]),
  ...atCommands('Dovecot 2.2 to 2.4', [
    [
      'SELECT',
      "NO [NONEXISTENT] Mailbox doesn't exist: Elsewhere (0.001 + 0.000 secs).",
      'mailbox_not_found',
    ],
    ['SELECT', 'NO [INUSE] Timeout while waiting for lock (60.0 secs).', 'unavailable'],
    ['SELECT', 'NO [NOPERM] Permission denied (0.001 + 0.000 secs).', 'mailbox_refused'],
    [
      'SELECT',
      'NO [SERVERBUG] Internal error occurred. Refer to server log for more information.',
      'unavailable',
    ],
    [
      'UID COPY',
      'NO [OVERQUOTA] Quota exceeded (mailbox for user is full) (0.001 secs).',
      'over_quota',
    ],
    ['UID COPY', "NO [TRYCREATE] Mailbox doesn't exist: Elsewhere", 'mailbox_not_found'],
    ['UID COPY', 'BYE Disconnected: Shutting down', 'closed'],
    ['UID COPY', 'BYE Disconnected for inactivity.', 'closed'],
    ['CREATE', 'NO [ALREADYEXISTS] Mailbox already exists (0.001 + 0.000 secs).', 'mailbox_exists'],
    ['CREATE', 'NO [CANNOT] Invalid mailbox name (0.001 + 0.000 secs).', 'mailbox_refused'],
  ]),
]

/** Cyrus: imap/imapd.c (checklimits), imap/imap_err.et. */
const cyrus: readonly ServerResponse[] = [
  ...atPassword('Cyrus', [
    ['NO Login incorrect', 'authentication_refused'],
    ['NO authentication failure', 'authentication_refused'],
    [
      'NO Too many open connections (4 of 3 from client.example.test, 2 of 9 for user)',
      'limit_reached',
    ],
  ]),
  {
    server: 'Cyrus',
    at: 'greeting',
    answer: 'BYE Too many connections from this host',
    code: 'limit_reached',
  },
  {
    server: 'Cyrus',
    at: 'signed in',
    answer: 'BYE Too many connections from this user',
    code: 'limit_reached',
  },
  ...atCommands('Cyrus', [
    ['SELECT', 'NO Mailbox does not exist', 'mailbox_not_found'],
    ['SELECT', 'NO System I/O error', 'unavailable'],
    ['SELECT', 'NO Server(s) unavailable to complete operation', 'unavailable'],
    ['UID COPY', 'NO Over quota', 'over_quota'],
    ['UID COPY', 'NO [OVERQUOTA] Over quota', 'over_quota'],
    ['UID COPY', 'NO [TRYCREATE] Mailbox does not exist', 'mailbox_not_found'],
    ['CREATE', 'NO Mailbox already exists', 'mailbox_exists'],
  ]),
]

/**
 * Courier: imap/imapd.c, imap/imaplogin.c. Its limit of connections of one address (MAXPERIP) is no
 * answer at all: it hangs up before the greeting.
 */
const courier: readonly ServerResponse[] = [
  ...atPassword('Courier', [['NO Login failed.', 'authentication_refused']]),
  ...atCommands('Courier', [
    ['SELECT', 'NO Mailbox does not exist, or must be subscribed to.', 'mailbox_not_found'],
    ['UID COPY', 'NO [ALERT] You exceeded your mail quota.', 'over_quota'],
    ['UID COPY', 'BYE Courier-IMAP server shutting down', 'closed'],
  ]),
]

/**
 * Gmail: https://github.com/zone-eu/wildduck/issues/35 and the reports of its limit of transferred bytes.
 * Exchange: https://github.com/mscdex/node-imap/issues/689.
 */
const providers: readonly ServerResponse[] = [
  ...atPassword('Gmail', [
    ['NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)', 'authentication_refused'],
    ['NO [ALERT] Too many simultaneous connections. (Failure)', 'limit_reached'],
    ['NO [ALERT] Account exceeded command or bandwidth limits. (Failure)', 'unavailable'],
  ]),
  ...atCommands('Gmail', [
    ['SELECT', 'NO [NONEXISTENT] Unknown Mailbox: Elsewhere (Failure)', 'mailbox_not_found'],
    ['SELECT', 'BYE [OVERQUOTA] Account exceeded command or bandwidth limits.', 'unavailable'],
    ['UID COPY', 'BYE Session expired, please login again.', 'closed'],
  ]),
  ...atPassword('Exchange', [['NO AUTHENTICATE failed.', 'authentication_refused']]),
  ...atCommands('Exchange', [
    ['SELECT', 'BAD User is authenticated but not connected.', 'unavailable'],
    ['UID COPY', 'BYE Connection closed. 14', 'closed'],
  ]),
]

/** What is known of the servers users use, for each condition that Postern distinguishes. */
export const serverResponses: readonly ServerResponse[] = [
  ...dovecot,
  ...cyrus,
  ...courier,
  ...providers,
]

function atPassword(
  server: string,
  responses: readonly (readonly [response: string, code: MailFaultCode])[],
): readonly ServerResponse[] {
  return responses.map(([response, code]) => ({ server, at: 'password', answer: response, code }))
}

function atCommands(
  server: string,
  replies: readonly (readonly [at: AnsweredAt, response: string, code: MailFaultCode])[],
): readonly ServerResponse[] {
  return replies.map(([at, response, code]) => ({ server, at, answer: response, code }))
}
