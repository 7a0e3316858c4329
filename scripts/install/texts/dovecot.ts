/** Where Debian keeps the configuration of Dovecot. */
export const DOVECOT_CONFIG = '/etc/dovecot/dovecot.conf'

/** Our part of it: behind Debian's own, so that it adds to what these say. */
export const DOVECOT_TRUST_FILE = '/etc/dovecot/conf.d/97-postern-addresses.conf'

/** Where Postern's connections to a server of its machine come from. */
const OWN_NETWORKS = '127.0.0.1/32 ::1/128'

const ADDED_BY_VARIABLE = `login_trusted_networks = $login_trusted_networks ${OWN_NETWORKS}`

const ADDED_BY_BLOCK = [
  'login_trusted_networks {',
  ...OWN_NETWORKS.split(' ').map((network) => `  ${network} = yes`),
  '}',
].join('\n')

/** What an administrator writes who has no other networks there. */
export const TRUST_SETTING = `login_trusted_networks = ${OWN_NETWORKS}`

/** How a setting of Dovecot is added to: by a variable up to 2.3, by a block of a boolean list since 2.4. */
export type DovecotSyntax = '2.3' | '2.4'

/** Has Dovecot believe the address of the client that Postern names by IMAP ID, and whom it believes already. */
export function dovecotTrustText(syntax: DovecotSyntax): string {
  return `# Dovecot believes the addresses of clients that Postern on this machine names (IMAP ID, x-originating-ip):
# wrong passwords then slow the sign-ins of who sent them, and of nobody else.
# Written by Postern's installer; \`install --dovecot none\` removes it.
${syntax === '2.3' ? ADDED_BY_VARIABLE : ADDED_BY_BLOCK}
`
}
