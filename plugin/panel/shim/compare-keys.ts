import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readAccountRegistry } from './accounts.ts'

/** How what the shims sign with agrees with what Postern believes. */
export interface KeyComparison {
  readonly accounts: number
  /** Accounts whose key file has another key, or tells another account. */
  readonly differing: readonly string[]
  /** Accounts without a key file. */
  readonly missing: readonly string[]
}

const keyFile = z.object({ account: z.string(), key: z.string() })

/**
 * Compares the accounts file with the account keys beside it (`keys/`, index.php). Only root may read
 * all of these: throws what keeps anybody else from it.
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
  for (const name of await namesIn(directory)) {
    const read = keyFile.safeParse(parseJson(await readFile(join(directory, name), 'utf8')))
    if (read.success) keys.set(read.data.account, read.data.key)
  }
  return keys
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    // Without the directory no account has a key, which is an answer.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Half a file: the schema refuses it.
    return undefined
  }
}
