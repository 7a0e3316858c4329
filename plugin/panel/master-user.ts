import type { Panel, PanelCredential } from './adapter/panel.ts'

/** A Dovecot master user, who may sign in for every mailbox. */
export interface MasterUser {
  readonly user: string
  readonly password: string
  /** `auth_master_user_separator`; null uses a SASL authorization identity (RFC 4616) instead. */
  readonly separator: string | null
}

/**
 * The same panel, with the master user's credential where the panel proves a mailbox but has no
 * password to hand over. A principal without a subject is asked as before: there is no mailbox to open.
 */
export function withMasterUser(panel: Panel, master: MasterUser): Panel {
  return {
    ...panel,
    async credential(principal, signal) {
      const given = await panel.credential(principal, signal)
      const { subject } = principal
      if (given.kind !== 'prompt' || subject === undefined) return given
      return masterCredential(master, subject)
    },
  }
}

function masterCredential(
  { user, password, separator }: MasterUser,
  mailbox: string,
): PanelCredential {
  if (separator === null) return { kind: 'master', user, authorizationId: mailbox, password }
  // With the separator inside, Dovecot would read another mailbox or another master user out of it.
  if (mailbox.includes(separator)) return { kind: 'prompt' }
  return {
    kind: 'master',
    user: `${mailbox}${separator}${user}`,
    authorizationId: undefined,
    password,
  }
}
