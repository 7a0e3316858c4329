/** What the configuration of a private Dovecot depends on. */
export interface DovecotSettings {
  readonly directory: string
  readonly port: number
  readonly maxConnectionsPerUser: number
  /** Lines of dovecot.conf that are read last and therefore win. */
  readonly settings: string
}

/**
 * uid and gid of Debian's `mail` user, which base-passwd gives to every machine: Dovecot refuses to
 * serve mailboxes as root.
 */
export const mailOwner = { uid: 8, gid: 8 } as const

/** A Dovecot 2.3 configuration that touches nothing outside `directory` and listens on loopback only. */
export function dovecotConfig({
  directory,
  port,
  maxConnectionsPerUser,
  settings,
}: DovecotSettings): string {
  return `
base_dir = ${directory}/run
state_dir = ${directory}/state
instance_name = postern-test-${port}
log_path = ${directory}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_master_user_separator = *
auth_failure_delay = 0
mail_location = maildir:${directory}/mail/%n/Maildir
mail_uid = ${mailOwner.uid}
mail_gid = ${mailOwner.gid}
first_valid_uid = 1
first_valid_gid = 1
mail_max_userip_connections = ${maxConnectionsPerUser}
default_vsz_limit = 1G
passdb {
  driver = passwd-file
  master = yes
  args = scheme=PLAIN username_format=%u ${directory}/masters
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${directory}/users
}
userdb {
  driver = static
  args = uid=${mailOwner.uid} gid=${mailOwner.gid} home=${directory}/mail/%n
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
  # One login process serves all: a new process per connection would only make tests slow.
  service_count = 0
}
# All sign-ins come from one address here: the penalty for wrong ones would slow the right ones down.
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
namespace inbox {
  inbox = yes
  separator = .
${['Drafts', 'Junk', 'Sent', 'Trash'].map(specialMailbox).join('\n')}
}
${settings}
`
}

function specialMailbox(name: string): string {
  return `  mailbox ${name} {
    special_use = \\${name}
    auto = subscribe
  }`
}
