import { access } from 'node:fs/promises'
import { systemErrorCode } from '../../../config/system-error.ts'
import {
  examinePanel,
  panelAddress,
  type PanelAddress,
  type PanelExamination,
  countShimAccounts,
} from '../../../panel/examine-panel.ts'
import { failed, fine, warning, wordsOf, type Finding, note } from '../../../findings/finding.ts'
import type { Check, Patient } from '../patient.ts'
import { unreachable } from '../unreachable.ts'
import { CorruptFile } from '../../../config/corrupt-file.ts'
import { compareShimKeys } from '../../../panel/shim/accounts.ts'

/** A panel's Date header has whole seconds, and a response takes time. */
const MAX_SKEW_MS = 30_000

/** What the configured adapter rests on. */
export const checkPanel: Check = async (patient) => {
  const { panel } = patient.config
  if (panel.adapter === 'shim') return checkShim(patient)
  const address = panelAddress(panel)
  if (address === undefined) return []
  return panel.adapter === 'cpanel' ? checkHelper(patient, address) : checkHttp(patient, address)
}

/** The panel's verification address, asked by a stranger. */
async function checkHttp(patient: Patient, address: PanelAddress): Promise<readonly Finding[]> {
  try {
    const found = await examinePanel(address, patient)
    return [judge(found), ...clock(found)]
  } catch (error) {
    const server = { id: 'panel.unreachable', server: 'the panel', section: 'panel' }
    const setting = 'panel.http.authUrl'
    const loss = 'nobody gets in meanwhile'
    return [unreachable({ ...server, place: address.url, setting, loss }, error)]
  }
}

function judge({ status }: PanelExamination): Finding {
  if (status >= 200 && status < 300) {
    return failed(
      'panel.lets-strangers-in',
      `the panel answers ${status} to a request without any cookie`,
      'panel.http.authUrl must name an address that verifies: everybody would get in',
    )
  }
  if (status === 401 || status === 403) {
    return fine('panel.verifies', `the panel answers ${status} to a stranger`)
  }
  return failed(
    'panel.odd-answer',
    `the panel answers ${status} to a stranger, not 401 or 403`,
    'check panel.http.authUrl',
  )
}

function clock({ clockAheadMs }: PanelExamination): readonly Finding[] {
  if (clockAheadMs === undefined || Math.abs(clockAheadMs) <= MAX_SKEW_MS) return []
  const seconds = Math.round(Math.abs(clockAheadMs) / 1000)
  return [
    warning(
      'clock.skew',
      `the panel's clock is ${seconds} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} ours`,
      'let both keep time by NTP: ends of sessions and hand-overs depend on it',
    ),
  ]
}

/** The helper that reads cPanel's session files, and the files. */
async function checkHelper(patient: Patient, address: PanelAddress): Promise<readonly Finding[]> {
  return [
    await queryHelper(patient, address),
    ...(await findSessions(patient.config.panel.cpanel.sessionsDir)),
  ]
}

async function queryHelper(patient: Patient, address: PanelAddress): Promise<Finding> {
  try {
    const { status } = await examinePanel(address, patient)
    if (status === 401) return fine('helper.verifies', `${address.place} answers 401 to a stranger`)
    return failed(
      'helper.odd-answer',
      `${address.place} answers ${status} to a stranger, not 401`,
      'check panel.cpanel.socket: another program listens there',
    )
  } catch (error) {
    return failed(
      'helper.unreachable',
      `${address.place}: ${wordsOf(error)}`,
      'as root: systemctl start postern-cpanel-helper.socket; nobody gets in meanwhile',
    )
  }
}

async function findSessions(directory: string): Promise<readonly Finding[]> {
  try {
    await access(directory)
    return []
  } catch (error) {
    // Only root may look into cPanel's directories: then the helper knows better.
    if (systemErrorCode(error) !== 'ENOENT') return []
    return [
      failed(
        'helper.no-sessions',
        `${directory} does not exist`,
        'check panel.cpanel.sessionsDir; nobody gets in meanwhile',
      ),
    ]
  }
}

const ADVICE = 'run scripts/update-accounts as root; nobody gets in meanwhile'

/** The accounts file, which tells whom a signature of the shim is believed for, and the keys they sign with. */
async function checkShim({ config }: Patient): Promise<readonly Finding[]> {
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
  return [failed(id, seen, 'run scripts/update-accounts as root; their owners cannot get in')]
}
