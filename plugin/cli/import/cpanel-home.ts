import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openRoundcube, RoundcubeFault, type RoundcubeData } from '../../../store/index.ts'
import { unlessMissing } from '../../config/system-error.ts'
import { onlyUser } from '../../migration/only-user.ts'
import type { MailboxSource, SourceOptions } from './mailbox-source.ts'

/** cPanel's word for which account has which domain: lines of `DOMAIN: ACCOUNT`. */
export const USER_DOMAINS = '/etc/userdomains'

/** Account by domain in lower case. Throws the error of the system for a file that cannot be read. */
export async function readUserDomains(path: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [domain = '', account = ''] = line.split(':').map((part) => part.trim())
      return account === '' ? [] : [[domain.toLowerCase(), account] as const]
    }),
  )
}

const SUFFIX = '.rcube.db'

/**
 * The mailboxes of the account whose home this is, or of all accounts where it is the directory of their homes. cPanel keeps each
 * one's Roundcube in a file of the account: `etc/DOMAIN/LOCAL.rcube.db`, and `etc/ACCOUNT.rcube.db` for the account itself.
 */
export async function cpanelSources(
  directory: string,
  domains: ReadonlyMap<string, string>,
  options: SourceOptions,
): Promise<readonly MailboxSource[]> {
  const homes = (await isDirectory(join(directory, 'etc')))
    ? [directory]
    : (await subdirectories(directory)).map((name) => join(directory, name))
  const sources = await Promise.all(homes.map((home) => sourcesOfHome(home, domains, options)))
  return sources.flat()
}

async function sourcesOfHome(
  home: string,
  domains: ReadonlyMap<string, string>,
  options: SourceOptions,
): Promise<readonly MailboxSource[]> {
  const etc = join(home, 'etc')
  if (!(await isDirectory(etc))) return []
  const { uid } = await stat(home)
  const account = basename(home)
  const source = (path: string, user: string): MailboxSource => ({
    user: user.toLowerCase(),
    read: () => readMailbox(path, user, { ...options, owner: uid }),
  })
  const own = join(etc, `${account}${SUFFIX}`)
  const found = (await names(etc)).includes(basename(own)) ? [source(own, account)] : []
  for (const domain of await subdirectories(etc)) {
    for (const name of await names(join(etc, domain))) {
      if (!name.endsWith(SUFFIX)) continue
      const user = `${name.slice(0, -SUFFIX.length)}@${domain}`
      const isTheirs = domains.get(domain.toLowerCase()) === account
      found.push(isTheirs ? source(join(etc, domain, name), user) : refused(user, account))
    }
  }
  return found
}

/** An account can make a directory of any name: whose domain it is not has no say over its mailboxes. */
function refused(user: string, account: string): MailboxSource {
  const about = `the domain of ${user} is not one of the account ${account}`
  return { user, read: () => Promise.reject(new RoundcubeFault('not_theirs', about)) }
}

/** Its rows are the account's to write: whose they are says the name of the file alone. */
async function readMailbox(
  path: string,
  user: string,
  { mailHost, ...options }: SourceOptions & { readonly owner: number },
): Promise<RoundcubeData> {
  const roundcube = await openRoundcube({ url: `sqlite:${path}`, ...options })
  try {
    const named = await roundcube.people(user)
    const sourceUser = onlyUser(named.length > 0 ? named : await roundcube.people(), mailHost)
    if (sourceUser === undefined) throw new RoundcubeFault('no_roundcube', `${path} is of nobody`)
    return await roundcube.read(sourceUser)
  } finally {
    await roundcube.close()
  }
}

async function names(directory: string): Promise<readonly string[]> {
  return (await readdir(directory)).sort()
}

/** Links are not followed: they may lead to another account. */
async function subdirectories(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

async function isDirectory(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path)))?.isDirectory() ?? false
}
