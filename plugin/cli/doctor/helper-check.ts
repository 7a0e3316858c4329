import { access } from 'node:fs/promises'
import { examinePanel, type PanelAddress } from '../../panel/examine-panel.ts'
import { failed, fine, wordsOf, type Finding, type Patient } from './finding.ts'

/** The helper that reads cPanel's session files, and the files. */
export async function checkHelper(
  patient: Patient,
  address: PanelAddress,
): Promise<readonly Finding[]> {
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
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) return []
    return [
      failed(
        'helper.no-sessions',
        `${directory} does not exist`,
        'check panel.cpanel.sessionsDir; nobody gets in meanwhile',
      ),
    ]
  }
}
