import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { parseOwnFile } from '../../../plugin/config/corrupt-file.ts'
import { BOOK_REMEDY } from '../../../plugin/panel/shim/accounts.ts'
import { replaceFile } from '../machine/own-file.ts'
import { isAccountKey } from '../own/names.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'

/** Where accounts and keys go, and who may read what. */
export interface SyncOptions {
  readonly accounts: readonly HostingAccount[]
  /** Read by Postern: keys and domains of all accounts. */
  readonly bookFile: string
  /** Group of Postern's process; it may read the registry. */
  readonly gid: number
  /** Read by the shims: one file per account, which only that account may read. */
  readonly keyDirectory: string
  readonly socket: string
}

interface SyncReport {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly accounts: number
}

const KEY_BYTES = 32

/** What is stored of an earlier registry: the keys. An account of another user with an old name gets a new one. */
const earlierBook = z.object({
  accounts: z.array(z.object({ account: z.string(), uid: z.number(), key: z.string() })),
})

/**
 * Brings the registry and the key files up to date with the accounts of the machine. Running it twice changes
 * nothing. The registry comes first, so that no shim signs with a key that Postern does not know yet.
 */
export async function syncAccounts(options: SyncOptions): Promise<SyncReport> {
  const { accounts, bookFile, gid, keyDirectory, socket } = options
  // Everybody passes through to a file of their own; no one sees the names of the others.
  await mkdir(dirname(bookFile), { recursive: true, mode: 0o711 })
  await mkdir(keyDirectory, { recursive: true, mode: 0o711 })
  const keys = await earlierKeys(bookFile)
  const keyed = accounts.map((account) => ({
    ...account,
    key: keys.get(identityOf(account)) ?? randomBytes(KEY_BYTES).toString('base64url'),
  }))

  await replaceFile(bookFile, bookText(keyed), {
    mode: 0o640,
    ids: { uid: process.getuid?.() ?? 0, gid },
  })
  for (const { account, key, uid, gid: group, home } of keyed) {
    const path = join(keyDirectory, keyFileName(home))
    await replaceFile(path, keyText({ account, key, socket }), {
      mode: 0o400,
      ids: { uid, gid: group },
    })
  }
  const wanted = new Set(keyed.map(({ home }) => keyFileName(home)))
  const stale: string[] = []
  for (const name of (await readdir(keyDirectory)).filter((name) => !wanted.has(name))) {
    // What is no key is not ours.
    if (await isAccountKey(join(keyDirectory, name))) stale.push(name)
  }
  for (const name of stale) await rm(join(keyDirectory, name))

  const added = keyed.filter((account) => !keys.has(identityOf(account)))
  return {
    added: added.map(({ account }) => account),
    removed: stale.map((name) => basename(name, '.json')),
    accounts: keyed.length,
  }
}

/** Whether the registry already tells these accounts, users and domains, and each has its key. */
export async function isInSync(options: SyncOptions): Promise<boolean> {
  const { accounts, bookFile } = options
  const text = await unlessMissing(readFile(bookFile, 'utf8'))
  if (text === undefined) return false
  const result = parseBook(reportedAccounts, bookFile, text).accounts
  const wanted = accounts.map(({ account, uid, domains }) => ({ account, uid, domains }))
  if (!isDeepStrictEqual(result, wanted)) return false
  const keys = await earlierKeys(bookFile)
  for (const account of accounts) {
    if (!(await hasKeyFile(account, keys.get(identityOf(account)), options))) return false
  }
  return true
}

async function hasKeyFile(
  { account, uid, home }: HostingAccount,
  key: string | undefined,
  { keyDirectory, socket }: SyncOptions,
): Promise<boolean> {
  const path = join(keyDirectory, keyFileName(home))
  const found = await unlessMissing(lstat(path))
  if (!found?.isFile() || (found.mode & 0o777) !== 0o400 || found.uid !== uid) return false
  return key !== undefined && (await readFile(path, 'utf8')) === keyText({ account, key, socket })
}

const reportedAccounts = z.object({
  accounts: z.array(
    z.object({ account: z.string(), uid: z.number(), domains: z.array(z.string()) }),
  ),
})

/** The shim knows its account by the home directory the panel tells it (index.php). */
function keyFileName(home: string): string {
  return `${basename(home)}.json`
}

/** As index.php reads it. */
function keyText(content: {
  readonly account: string
  readonly key: string
  readonly socket: string
}): string {
  return `${JSON.stringify(content)}\n`
}

function bookText(keyed: readonly (HostingAccount & { readonly key: string })[]): string {
  const accounts = keyed.map(({ account, uid, key, domains }) => ({ account, uid, key, domains }))
  return `${JSON.stringify({ version: 1, accounts }, undefined, 2)}\n`
}

/** By account and user, as an earlier run gave them; empty without an account registry. Throws CorruptFile. */
export async function earlierKeys(bookFile: string): Promise<ReadonlyMap<string, string>> {
  const text = await unlessMissing(readFile(bookFile, 'utf8'))
  if (text === undefined) return new Map()
  const { accounts } = parseBook(earlierBook, bookFile, text)
  return new Map(accounts.map((account) => [identityOf(account), account.key]))
}

function parseBook<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  text: string,
): z.output<Schema> {
  return parseOwnFile(schema, { path, text, remedy: BOOK_REMEDY })
}

function identityOf({ account, uid }: { readonly account: string; readonly uid: number }): string {
  return `${account}:${uid}`
}

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
    const domains = owners.get(account)
    if (domains === undefined) owners.set(account, [domain.toLowerCase()])
    else domains.push(domain.toLowerCase())
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
