import type { Config } from '../../../plugin/config/schema.ts'
import { CorruptFile } from '../../../plugin/config/corrupt-file.ts'
import { earlierKeys } from '../shim-accounts/sync-accounts.ts'
import type { Machine } from '../machine/machine.ts'
import { refusal, type PreflightFinding } from './finding.ts'

/** Whether the keys of an earlier installation can be read, which the accounts are to keep. */
export async function checkAccounts(
  { panel }: Config,
  { isForReal }: Machine,
): Promise<readonly PreflightFinding[]> {
  if (panel.adapter !== 'shim' || !isForReal) return []
  try {
    await earlierKeys(panel.shim.accountsFile)
    return []
  } catch (error) {
    if (!(error instanceof CorruptFile)) throw error
    return [refusal('accounts', error.message)]
  }
}
