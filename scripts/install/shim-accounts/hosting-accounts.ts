/** A hosting account of this machine, with the mail domains that are its own. */
export interface HostingAccount {
  readonly account: string
  readonly uid: number
  readonly gid: number
  readonly home: string
  /** Lower case, in the order of the alphabet. */
  readonly domains: readonly string[]
}

/**
 * Joins `/etc/userdomains` (`domain: account` lines) with `/etc/passwd`. Accounts without a user of their
 * own are left out, and so is `nobody`, to whom cPanel gives what belongs to none.
 */
export function hostingAccounts(userDomains: string, passwd: string): readonly HostingAccount[] {
  const owners = parseUserDomains(userDomains)
  return parsePasswd(passwd).flatMap((user) => {
    const domains = owners.get(user.account)
    return domains === undefined ? [] : [{ ...user, domains: domains.sort() }]
  })
}

function parseUserDomains(text: string): ReadonlyMap<string, string[]> {
  const owners = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const pair = /^([a-z0-9.-]{1,253}): *([a-z0-9_][a-z0-9_-]{0,31})$/i.exec(line.trim())
    const [, domain = '', account = ''] = pair ?? []
    if (pair === null || account === 'nobody') continue
    owners.set(account, [...(owners.get(account) ?? []), domain.toLowerCase()])
  }
  return owners
}

function parsePasswd(text: string): readonly Omit<HostingAccount, 'domains'>[] {
  return text.split('\n').flatMap((line) => {
    const [account = '', , uid = '', gid = '', , home = ''] = line.split(':')
    const isUser = /^[1-9][0-9]*$/.test(uid) && /^[0-9]+$/.test(gid) && home.startsWith('/')
    return isUser ? [{ account, uid: Number(uid), gid: Number(gid), home }] : []
  })
}
