import { join } from 'node:path'
import type { Finding } from '../../../../plugin/findings/finding.ts'
import type { Check, Patient } from '../../../../plugin/cli/doctor/patient.ts'
import { parseConfig } from '../../../../plugin/config/config.ts'
import { WAIT_LIMIT_MS } from '../../../support/process/wait-limit.ts'

/** What a test wants different from a plain installation. */
interface Overrides extends Partial<Omit<Patient, 'config'>> {
  readonly config?: Readonly<Record<string, unknown>>
}

/** An installation in the directory that no one has started, with what a test wants different. */
export function patientIn(directory: string, overrides: Overrides = {}): Patient {
  const { config, ...rest } = overrides
  return {
    configFile: join(directory, 'postern.json'),
    endpoint: undefined,
    endpointFault: undefined,
    mailbox: undefined,
    environment: {},
    version: '0.1.0',
    timeoutMs: WAIT_LIMIT_MS,
    now: Date.now,
    ...rest,
    config: parseConfig({
      dataDir: join(directory, 'data'),
      errorLog: join(directory, 'error.log'),
      database: { url: `sqlite:${join(directory, 'postern.db')}` },
      ...config,
    }),
  }
}

/** The finding of that id. Throws with all ids when there is none. */
export async function findingOf(check: Check, patient: Patient, id: string): Promise<Finding> {
  const findings = await check(patient)
  const found = findings.find((finding) => finding.id === id)
  if (found === undefined) {
    throw new Error(`no ${id}, but ${findings.map((finding) => finding.id).join(', ')}`)
  }
  return found
}
