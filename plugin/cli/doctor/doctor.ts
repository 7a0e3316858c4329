import { ConfigFault, loadConfig } from '../../config/config.ts'
import { CorruptFile } from '../../config/corrupt-file.ts'
import { systemErrorCode } from '../../config/system-error.ts'
import { withServerPasswords } from '../../config/secrets/server-passwords.ts'
import { readAdminEndpoint } from '../../admin/endpoint-file.ts'
import { type CommandIo, readArguments, configFileOf } from '../command/command.ts'
import { checkAccess } from './checks/access.ts'
import { checkConfig } from './checks/config.ts'
import { checkClientAddress } from './checks/client-address.ts'
import { checkContacts } from './checks/contacts.ts'
import { checkFail2ban } from './checks/fail2ban.ts'
import { checkFiles } from './checks/files.ts'
import { failed, findingLines, type Finding, type Severity } from '../../findings/finding.ts'
import type { Check, Patient } from './patient.ts'
import { checkImap } from './checks/imap.ts'
import { checkMachine } from './checks/machine.ts'
import { checkMigration } from './checks/migration.ts'
import { checkPanel } from './checks/panel.ts'
import { checkProcess } from './checks/process.ts'
import { checkRedis } from './checks/redis.ts'
import { checkRoundcube } from './checks/roundcube.ts'
import { checkSieve } from './checks/sieve.ts'
import { checkSmtp } from './checks/smtp.ts'
import { checkUpstream } from './checks/upstream.ts'
import { checkDatabase, checkSpool } from './checks/store.ts'

const USAGE = `Usage: postern doctor [--config FILE] [--json] [--servers] [--mailbox NAME]

  --json           findings as JSON
  --servers        only the database, Redis, IMAP, SMTP, ManageSieve and panel that the configuration names
  --mailbox NAME   sign in to this mailbox to see all the mail server can do; its password is
                   taken from DOCTOR_PASSWORD

  Exit code: 0 all is well, 1 warnings, 2 errors.
`

const CHECK_TIMEOUT_MS = 5_000

/** What others run. */
const serverChecks: readonly Check[] = [
  checkDatabase,
  checkRedis,
  checkImap,
  checkSmtp,
  checkSieve,
  checkPanel,
  checkUpstream,
  checkContacts,
  checkMigration,
]

/** In the order of the report: what everything else rests on comes first. */
const checks: readonly Check[] = [
  checkConfig,
  checkProcess,
  checkFiles,
  checkAccess,
  checkSpool,
  ...serverChecks,
  checkClientAddress,
  checkRoundcube,
  checkFail2ban,
  checkMachine,
]

/** `postern doctor`: examines an installation and says what to do. Changes nothing. */
export async function doctor(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(
    args,
    {
      config: { type: 'string' },
      json: { type: 'boolean', default: false },
      servers: { type: 'boolean', default: false },
      mailbox: { type: 'string' },
    },
    USAGE,
  )
  const file = configFileOf(values.config, USAGE)
  const chosen = values.servers ? serverChecks : checks
  const findings = await examine(file, { chosen, user: values.mailbox, io })
  io.write(values.json ? `${JSON.stringify({ findings }, undefined, 2)}\n` : report(findings))
  return exitCode(findings)
}

interface Examination {
  readonly chosen: readonly Check[]
  /** A mailbox to sign in to. */
  readonly user: string | undefined
  readonly io: CommandIo
}

async function examine(
  configFile: string,
  { chosen, user, io }: Examination,
): Promise<readonly Finding[]> {
  const { environment, now, version } = io
  try {
    const written = await loadConfig(configFile, environment)
    // Files that are not for who asks are findings of their own.
    const config = await withServerPasswords(written).catch(() => written)
    const patient: Patient = {
      configFile,
      config,
      version: await version(),
      ...(await findEndpoint(config.dataDir)),
      mailbox:
        user === undefined ? undefined : { user, password: environment['DOCTOR_PASSWORD'] ?? '' },
      environment,
      timeoutMs: CHECK_TIMEOUT_MS,
      now,
    }
    return (await Promise.all(chosen.map((check) => check(patient)))).flat()
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error
    return error.problems.map((problem) =>
      failed('config.invalid', problem, 'correct it; the admin guide lists all settings'),
    )
  }
}

/** A dataDir that is closed to anyone who asks is a finding of its own. */
async function findEndpoint(dataDir: string): Promise<Pick<Patient, 'endpoint' | 'endpointFault'>> {
  try {
    return { endpoint: await readAdminEndpoint(dataDir), endpointFault: undefined }
  } catch (error) {
    if (error instanceof CorruptFile) return { endpoint: undefined, endpointFault: error }
    if (systemErrorCode(error) === 'EACCES')
      return { endpoint: undefined, endpointFault: undefined }
    throw error
  }
}

function report(findings: readonly Finding[]): string {
  const lines = findings.map((finding) => findingLines(finding, ` (${finding.id})`))
  const count = (severity: Severity): number =>
    findings.filter((finding) => finding.severity === severity).length
  return `${lines.join('')}\nerrors: ${count('error')}, warnings: ${count('warning')}\n`
}

function exitCode(findings: readonly Finding[]): number {
  if (findings.some(({ severity }) => severity === 'error')) return 2
  return findings.some(({ severity }) => severity === 'warning') ? 1 : 0
}
