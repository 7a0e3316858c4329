import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { withAbsolutePaths } from '../../../plugin/config/absolute-paths.ts'
import type { Config } from '../../../plugin/config/schema.ts'
import { runDoctor, DoctorSilent, type DoctorFinding } from '../doctor.ts'
import type { Layout } from '../machine/layout.ts'
import { preflightFine, preflightWarning, refusal, type PreflightFinding } from './finding.ts'

interface QueriedServers {
  readonly layout: Layout
  /** The release to be installed: its doctor asks. */
  readonly source: string
  readonly isFirst: boolean
}

/**
 * IMAP, SMTP, panel, database and Redis of the configuration, asked by the doctor of the release with the passwords of the
 * configuration. Most of them Postern serves without for a while, so what they lack is a warning; see REFUSED_AT_FIRST.
 */
export async function preflightServers(
  config: Config,
  { layout, source, isFirst }: QueriedServers,
): Promise<readonly PreflightFinding[]> {
  const directory = await mkdtemp(join(tmpdir(), 'postern-preflight-'))
  try {
    const file = join(directory, 'postern.json')
    const settings = withAbsolutePaths(config, dirname(layout.configFile))
    // It may hold passwords.
    await writeFile(file, JSON.stringify(settings), { mode: 0o600 })
    const findings = await runDoctor(source, file, 'servers')
    return findings.flatMap((finding) => asPreflight(finding, isFirst))
  } catch (error) {
    if (!(error instanceof DoctorSilent)) throw error
    return [preflightWarning('servers', `nobody could ask them: ${error.message}`)]
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** No one could ever sign in, or everybody could: a running Postern may be repaired in spite of it. */
const REFUSED_AT_FIRST: ReadonlySet<string> = new Set([
  'imap.unreachable',
  'panel.lets-strangers-in',
])

/** Made or started by the installation itself. */
const MADE_LATER = /^(helper|shim)\./

const subjects: Readonly<Record<string, string>> = {
  imap: 'IMAP',
  smtp: 'SMTP',
  redis: 'Redis',
  database: 'database',
  panel: 'panel sessions',
  clock: 'clock',
}

function asPreflight(
  { id, severity, seen, advice }: DoctorFinding,
  isFirst: boolean,
): readonly PreflightFinding[] {
  if (MADE_LATER.test(id)) return []
  const isBehind = id.startsWith('panel.upstream')
  const subject = isBehind ? 'panel behind it' : (subjects[id.split('.')[0] ?? ''] ?? id)
  const isBad = severity === 'warning' || severity === 'error'
  if (!isBad) return severity === 'fine' ? [preflightFine(subject, seen)] : []
  const text = advice === undefined ? seen : `${seen}: ${advice}`
  const isRefused = severity === 'error' && isFirst && REFUSED_AT_FIRST.has(id)
  return [isRefused ? refusal(subject, text) : preflightWarning(subject, text)]
}
