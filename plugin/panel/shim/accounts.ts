import { open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { shareRuns } from '../../concurrency/single-flight.ts'
import { jsonOf, parseOwnFile } from '../../config/corrupt-file.ts'
import { fileNamesIn } from '../../config/secrets/own-files.ts'

/** A hosting account: the key its shim signs with, and the mailboxes it may open. */
interface ShimAccount {
  readonly account: string
  readonly key: string
  /** Lower case; every mailbox of these domains. */
  readonly domains: readonly string[]
}

/** The accounts of the panel, as scripts/install/shim-accounts wrote them. */
interface AccountRegistry {
  /** Throws when the registry cannot be read: then no account can be recognized. */
  find(account: string): Promise<ShimAccount | undefined>
}

const registryFile = z.strictObject({
  version: z.literal(1),
  accounts: z.array(
    z.strictObject({
      account: z.string().min(1).max(64),
      uid: z.int().min(0).optional(),
      key: z.string().min(43).max(128),
      domains: z.array(z.string().min(1).max(253)),
    }),
  ),
})

/** What to do about a registry that is none. */
export const BOOK_REMEDY =
  'move it away and run scripts/update-accounts as root, which gives each account a new key'

/** How often the file is checked for changes: a new mailbox domain works after this time. */
const REFRESH_MS = 1_000

/** 10,000 accounts with ten domains each are about 4 MB. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

/** Opens the registry; it is read at the first use and again when the file has changed. */
export function createAccountRegistry(path: string, now: () => number): AccountRegistry {
  let accounts: ReadonlyMap<string, ShimAccount> = new Map()
  let readVersion = ''
  let lookedAt = -Infinity

  const look = shareRuns(async () => {
    const { version, accounts: read } = await readIfChanged(path, readVersion)
    accounts = read ?? accounts
    readVersion = version
    lookedAt = now()
  })

  return {
    async find(account) {
      if (now() - lookedAt >= REFRESH_MS) await look()
      return accounts.get(account)
    },
  }
}

/** Reads the registry once. Throws when it is missing, open to others, too large or no registry. */
export async function readAccountRegistry(path: string): Promise<ReadonlyMap<string, ShimAccount>> {
  return (await readIfChanged(path, '')).accounts ?? new Map()
}

/** Whether the mailbox is one of the account's: of its domains, or its own system mailbox. */
export function mayOpen({ account, domains }: ShimAccount, mailbox: string): boolean {
  const at = mailbox.lastIndexOf('@')
  if (at === -1) return mailbox === account
  return at > 0 && domains.includes(mailbox.slice(at + 1).toLowerCase())
}

/** Of several no one says which one the account's own mailbox is of. */
export function onlyDomain({ domains }: ShimAccount): string | undefined {
  return domains.length === 1 ? domains[0] : undefined
}

/** `accounts` is undefined when the file still is the version that was read before. */
async function readIfChanged(path: string, readVersion: string) {
  const file = await open(path, 'r')
  try {
    const { mtimeMs, ino, size, mode } = await file.stat()
    // The keys in it sign for everybody.
    if ((mode & 0o027) !== 0) throw new Error(`${path} must not be open to others`)
    if (size > MAX_FILE_BYTES) throw new Error(`${path} is too large`)
    const version = `${ino} ${mtimeMs} ${size}`
    if (version === readVersion) return { version, accounts: undefined }
    return { version, accounts: parseBook(path, await file.readFile('utf8')) }
  } finally {
    await file.close()
  }
}

function parseBook(path: string, text: string): ReadonlyMap<string, ShimAccount> {
  const { accounts } = parseOwnFile(registryFile, { path, text, remedy: BOOK_REMEDY })
  return new Map(accounts.map((account) => [account.account, account]))
}

/** How what the shims sign with agrees with what Postern believes. */
interface KeyComparison {
  readonly accounts: number
  /** Accounts whose key file has another key, or reports another account. */
  readonly differing: readonly string[]
  /** Accounts without a key file. */
  readonly missing: readonly string[]
}

const keyFile = z.object({ account: z.string(), key: z.string() })

/**
 * Compares the accounts file with the account keys beside it (`keys/`, index.php). Only root may read
 * all of these: throws what keeps anyone else from it.
 */
export async function compareShimKeys(accountsFile: string): Promise<KeyComparison> {
  const registry = await readAccountRegistry(accountsFile)
  const keys = await readKeys(join(dirname(accountsFile), 'keys'))
  const names = [...registry.keys()]
  return {
    accounts: names.length,
    missing: names.filter((name) => !keys.has(name)),
    differing: names.filter((name) => keys.has(name) && keys.get(name) !== registry.get(name)?.key),
  }
}

async function readKeys(directory: string): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>()
  // Without the directory no account has a key, which is a response.
  for (const name of await fileNamesIn(directory)) {
    const read = keyFile.safeParse(jsonOf(await readFile(join(directory, name), 'utf8')))
    if (read.success) keys.set(read.data.account, read.data.key)
  }
  return keys
}
