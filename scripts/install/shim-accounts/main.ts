import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ConfigFault, loadConfig } from '../../../plugin/config/config.ts'
import { CorruptFile } from '../../../plugin/config/corrupt-file.ts'
import { hostingAccounts, syncAccounts } from './sync-accounts.ts'

const USAGE = `Usage: update-accounts --config FILE [--user-domains FILE] [--passwd FILE] [--keys DIR]

  Tells Postern and the shims which hosting account owns which domains. Runs as root, after accounts or
  domains have changed. FILE is Postern's configuration; the others have the paths of a cPanel server.
`

const OPTIONS = {
  config: { type: 'string' },
  'user-domains': { type: 'string', default: '/etc/userdomains' },
  passwd: { type: 'string', default: '/etc/passwd' },
  keys: { type: 'string', default: '/etc/postern/shim/keys' },
} as const

process.exitCode = await run(process.argv.slice(2))

async function run(args: readonly string[]): Promise<number> {
  const parts = readArguments(args)
  if (parts?.config === undefined) {
    process.stderr.write(USAGE)
    return 64
  }
  try {
    const { listen, panel, dataDir } = await loadConfig(parts.config, process.env)
    if (!('unix' in listen)) throw new ConfigFault(['listen.unix: the shim needs a Unix socket'])
    const accounts = hostingAccounts(
      await readFile(parts['user-domains'], 'utf8'),
      await readFile(parts.passwd, 'utf8'),
    )
    const {
      added,
      removed,
      accounts: count,
    } = await syncAccounts({
      accounts,
      bookFile: panel.shim.accountsFile,
      // The data belong to the user Postern runs as.
      gid: (await stat(dataDir)).gid,
      keyDirectory: parts.keys,
      socket: listen.unix,
    })
    process.stdout.write(`${count} accounts, ${added.length} new, ${removed.length} gone\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    if (error instanceof CorruptFile) return 65
    return error instanceof ConfigFault ? 78 : 70
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch {
    // An unknown option: the usage says what there is.
    return undefined
  }
}
