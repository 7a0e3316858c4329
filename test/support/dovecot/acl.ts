/** Settings with which rights are given and taken by SETACL (RFC 4314). */
export const aclSettings = `
mail_plugins = acl
protocol imap {
  mail_plugins = acl imap_acl
}
plugin {
  acl = vfile
}`
