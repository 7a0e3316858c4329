import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../plugin/config/schema.ts'
import {
  hostingAccounts,
  isInSync,
  syncAccounts,
  type SyncOptions,
} from '../shim-accounts/sync-accounts.ts'
import type { Layout } from '../machine/layout.ts'
import type { FindOwner } from '../machine/ownership.ts'
import type { Step } from './step.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'

interface ShimAccountsOptions {
  readonly config: Config
  readonly layout: Layout
  readonly findOwner: FindOwner
}

/** The keys of the hosting accounts, without which the shim could not prove for whom it speaks. */
export function shimAccountsStep({ config, layout, findOwner }: ShimAccountsOptions): Step {
  const path = join(layout.configDir, 'shim')
  const read = async (file: string) =>
    (await unlessMissing(readFile(layout.at(file), 'utf8'))) ?? ''
  const wanted = async (): Promise<SyncOptions> => ({
    accounts: hostingAccounts(await read('/etc/userdomains'), await read('/etc/passwd')),
    bookFile: config.panel.shim.accountsFile,
    gid: (await findOwner('service'))?.gid ?? 0,
    keyDirectory: join(path, 'keys'),
    socket: 'unix' in config.listen ? config.listen.unix : layout.socket,
  })
  return {
    describe: `give each hosting account its key in ${path}`,
    async isDone() {
      // A dry run asks before the user of the service is there.
      const options = await wanted().catch(() => undefined)
      return options !== undefined && (await isInSync(options))
    },
    planUndo: async () =>
      (await unlessMissing(lstat(path))) === undefined ? { kind: 'remove-tree', path } : undefined,
    async apply() {
      await syncAccounts(await wanted())
    },
    removal: { kind: 'remove-tree', path },
  }
}
