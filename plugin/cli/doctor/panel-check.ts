import { access } from 'node:fs/promises'
import { systemErrorCode } from '../../config/invalid-setting.ts'
import {
  examinePanel,
  panelAddress,
  type PanelAddress,
  type PanelExamination,
} from '../../panel/examine-panel.ts'
import { checkShim } from './shim-check.ts'
import {
  failed,
  fine,
  warning,
  wordsOf,
  type Check,
  type Finding,
  type Patient,
} from './finding.ts'

/** A panel's Date header has whole seconds, and an answer takes time. */
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
    return [
      failed(
        'panel.unreachable',
        `${address.url}: ${wordsOf(error)}`,
        'check that the panel runs, and panel.http.authUrl; nobody gets in meanwhile',
      ),
    ]
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
    await askHelper(patient, address),
    ...(await findSessions(patient.config.panel.cpanel.sessionsDir)),
  ]
}

async function askHelper(patient: Patient, address: PanelAddress): Promise<Finding> {
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
