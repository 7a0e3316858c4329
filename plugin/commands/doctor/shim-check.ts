import { countShimAccounts } from '../../panel/examine-panel.ts'
import { failed, fine, warning, wordsOf, type Finding, type Patient } from './finding.ts'

const ADVICE = 'run scripts/update-accounts as root; nobody gets in meanwhile'

/** The accounts file, which tells whom a signature of the shim is believed for. */
export async function checkShim({ config }: Patient): Promise<readonly Finding[]> {
  const { accountsFile } = config.panel.shim
  try {
    const count = await countShimAccounts(config.panel)
    if (count > 0) return [fine('shim.accounts', `accounts with a key: ${count}`)]
    return [warning('shim.no-accounts', `${accountsFile} names no account`, ADVICE)]
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing)
      return [failed('shim.accounts-missing', `${accountsFile} does not exist`, ADVICE)]
    return [failed('shim.accounts-unreadable', `${accountsFile}: ${wordsOf(error)}`, ADVICE)]
  }
}
