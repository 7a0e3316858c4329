/** Where Debian keeps the configuration of Dovecot. */
export const DOVECOT_CONFIG = '/etc/dovecot/dovecot.conf'

/** Our part of it: behind Debian's own, so that it adds to what these say. */
export const DOVECOT_TRUST_FILE = '/etc/dovecot/conf.d/97-postern-addresses.conf'

/** Where Postern's connections to a server of its machine come from. */
const OWN_NETWORKS = '127.0.0.1/32 ::1/128'

/** What an administrator writes who has no other networks there. */
export const TRUST_SETTING = `login_trusted_networks = ${OWN_NETWORKS}`

/** Has Dovecot believe the address of the client that Postern names by IMAP ID. */
export function dovecotTrustText(): string {
  return `# Dovecot believes the addresses of clients that Postern on this machine names (IMAP ID, x-originating-ip):
# wrong passwords then slow the sign-ins of who sent them, and of nobody else.
# Written by Postern's installer; \`install --dovecot none\` removes it.
login_trusted_networks = $login_trusted_networks ${OWN_NETWORKS}
`
}
