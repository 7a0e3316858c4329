/** Lines of dovecot.conf that give every mailbox a limit, as hosting providers do. */
export function quotaSettings(limit: `${number}${'K' | 'M' | 'G'}`): string {
  return `
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=${limit}
}
`
}
