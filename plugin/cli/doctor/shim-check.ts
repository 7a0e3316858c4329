import { CorruptFile } from '../../config/corrupt-file.ts'
import { systemErrorCode } from '../../config/invalid-setting.ts'
import { countShimAccounts } from '../../panel/examine-panel.ts'
import { compareShimKeys } from '../../panel/shim/accounts.ts'
import { failed, fine, note, warning, wordsOf, type Finding, type Patient } from './finding.ts'

const ADVICE = 'run scripts/update-accounts as root; nobody gets in meanwhile'

/** The accounts file, which tells whom a signature of the shim is believed for, and the keys they sign with. */
export async function checkShim({ config }: Patient): Promise<readonly Finding[]> {
  const { accountsFile } = config.panel.shim
  try {
    const count = await countShimAccounts(config.panel)
    if (count === 0) {
      return [warning('shim.no-accounts', `${accountsFile} names no account`, ADVICE)]
    }
    return [fine('shim.accounts', `accounts with a key: ${count}`), ...(await keys(accountsFile))]
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return [failed('shim.accounts-missing', `${accountsFile} does not exist`, ADVICE)]
    }
    if (error instanceof CorruptFile) {
      return [failed('shim.accounts-damaged', error.seen, error.remedy)]
    }
    return [failed('shim.accounts-unreadable', `${accountsFile}: ${wordsOf(error)}`, ADVICE)]
  }
}

async function keys(accountsFile: string): Promise<readonly Finding[]> {
  try {
    const { accounts, differing, missing } = await compareShimKeys(accountsFile)
    const findings = [
      ...about(differing, 'shim.key-mismatch', `another key than ${accountsFile} has`),
      ...about(missing, 'shim.key-missing', 'no key to sign with'),
    ]
    return findings.length > 0
      ? findings
      : [fine('shim.keys', `keys that are as ${accountsFile} has them: ${accounts}`)]
  } catch (error) {
    if (systemErrorCode(error) !== 'EACCES') throw error
    return [note('shim.keys-hidden', 'only root can compare the keys', 'run this as root')]
  }
}

const NAMES_SHOWN = 5

function about(
  accounts: readonly string[],
  id: 'shim.key-mismatch' | 'shim.key-missing',
  fault: string,
): readonly Finding[] {
  if (accounts.length === 0) return []
  const others = accounts.length - NAMES_SHOWN
  const names = accounts.slice(0, NAMES_SHOWN).join(', ')
  const seen = `${fault}: ${names}${others > 0 ? ` and ${others} more` : ''}`
  return [failed(id, seen, 'run scripts/update-accounts as root; their owners can not get in')]
}
